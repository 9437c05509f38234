// No statement looks at more rows because a table has grown: not on SQLite, and not on PostgreSQL.

import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { growDatabase, makeDatabase } from '../../testing/databases.ts'
import { newFolder } from '../../testing/folders.ts'
import { type Access, accessesOf, sorts } from '../../testing/queryPlans.ts'
import { testDatabase } from '../../testing/service.ts'
import { type Asking, askEverything } from '../../testing/storeCalls.ts'
import { openStore } from './open.ts'
import type { Store } from './tables.ts'

/**
 * People make them one by one: workspaces with brand, redirect addresses, endpoints and one audit head each, and keys to seal
 * with. Of changes only the last are kept. The state of the database is one row, and the service has one secret.
 */
const smallTables = [
  'workspaces',
  'brands',
  'redirect_uris',
  'audit_heads',
  'webhook_endpoints',
  'sealing_keys',
  'changes',
  'database_state',
  'service_secrets',
]

/** Terms that hold for many rows: whose they are, and what there are only a few of. */
const ofMany = ['workspace_id=', 'endpoint_id=', 'platform=', 'health=', 'state=', 'status=']

interface Walk {
  readonly along: RegExp
  readonly why: string
  /** All of it, not only some rows. */
  readonly whole?: true
  /** A query around the one that finds them puts the few in order. */
  readonly ordersFound?: true
}

/** Who goes along an index, and why the rows are all of them wanted. */
const walks: Readonly<Record<string, Walk>> = {
  freeEntries: { along: /^operations_/, why: 'At the start: what is unfinished.', whole: true },
  freeCredentials: { along: /^credentials_leased$/, why: 'At the start: what is held.', whole: true },
  orphanedCredentials: { along: /^credentials_orphaned$/, why: 'They wait for open writes.' },
  openDeletions: { along: /^deletions_open$/, why: 'They end once they were carried out.' },
  dueLateChecks: { along: /^late_checks_/, why: 'Whatever is due is checked, and then is not.' },
  dueEntries: { along: /^operations_(open|attention)$/, why: 'These indexes hold what is unfinished.' },
  unendedEntries: { along: /^operations_(open|attention)$/, why: 'As above.' },
  pruneEntries: { along: /^operations_begun$/, why: 'Whatever is too old is deleted.' },
  pruneRaises: { along: /^raises_reserved$/, why: 'Whatever is older than a day is deleted.' },
  newestEntries: {
    along: /^operations_of_(state|user)$/,
    why: 'A page of each state, of which the newest are wanted.',
    ordersFound: true,
  },
  listApprovals: { along: /approvals/, why: 'A page, in its order.' },
  expiredApprovals: { along: /^approvals_expiring$/, why: 'Whatever is found is ended.' },
  raisesSince: { along: /^raises_account$/, why: 'The raises of one ad account on one day.', whole: true },
  creationsSince: {
    along: /^raises_creations$/,
    why: 'What one workspace made within an hour.',
    whole: true,
  },
  pruneLookups: { along: /^lookups_ending$/, why: 'Whatever is over is deleted.' },
  boundLookups: { along: /^lookups_ending$/, why: 'Past the most that are kept; what is beyond is deleted.' },
  listSessions: { along: /^console_sessions_workspace$/, why: 'Expired sessions are deleted soon.' },
  revokeSession: {
    along: /^console_sessions_workspace$/,
    why: 'One session begins with these digits.',
    whole: true,
  },
  pruneSessions: { along: /^console_sessions_seen$/, why: 'Whatever ended is deleted.' },
  deleteLinksBefore: { along: /^links_ended$/, why: 'Whatever ended long ago is deleted.' },
  dueCredentials: { along: /^credentials_to_look_at$/, why: 'Whatever is due is put off.' },
  lookAgain: {
    along: /^credentials_to_look_at$/,
    why: 'After a turn of the clock; what was found waits no more.',
  },
  countCredentials: { along: /^credentials_health$/, why: 'Counted up to a bound.' },
  erasuresAfter: { along: /erasures/, why: 'They end with their round, or some rounds later.' },
  entriesBetween: { along: /audit_entries/, why: 'A page, in its order.' },
  entriesAfter: { along: /audit_entries/, why: 'A page, in its order.' },
  newestConnections: { along: /^connections_newest$/, why: 'A page, in its order.' },
  eventsBetween: { along: /^events_|_events_/, why: 'A page, in its order.' },
  pruneEvents: { along: /events/, why: 'Whatever is too old is deleted.' },
  usersWithConnections: { along: /^users_newest$/, why: 'A page, in its order.', ordersFound: true },
  listKeys: { along: /^api_keys_of$|api_keys.*(1|key)$/, why: 'A page, in its order.' },
  hasAdminKey: { along: /^api_keys_of$/, why: 'On order alone: up to the newest that may manage.' },
  spreadEvents: { along: /events/, why: 'Each event once, so many at a time.', whole: true },
  firstEventSince: { along: /^events_id$/, why: 'A few, in their order.' },
  dueEndpoints: {
    along: /^webhook_deliveries_due$/,
    why: 'Whether anything is due; the index holds what is pending.',
    whole: true,
  },
  dueDeliveries: { along: /^webhook_deliveries_due$/, why: 'The index holds what is pending.' },
  listDeliveries: { along: /webhook_deliveries/, why: 'A page, in its order.' },
  deleteDeliveriesOf: { along: /webhook_deliveries/, why: 'Whatever was sent there is deleted.' },
  pruneDeliveries: { along: /^webhook_deliveries_old$/, why: 'Whatever is too old is deleted.' },
  dueSources: { along: /^lead_sources_due$/, why: 'Whatever is due is read, and then is not.' },
  hurrySome: {
    along: /^(lead_sources|mirrors)_due$/,
    why: 'After a turn of the clock; what was found waits no more.',
  },
  connectionsWith: { along: /connections/, why: 'A page, in its order.' },
  hasClearHook: { along: /^lead_sources_clear$/, why: 'Any one of them.' },
  clearHooks: { along: /^lead_sources_clear$/, why: 'A page, in its order.' },
  freeSources: { along: /^lead_sources_leased$/, why: 'At the start: what is held.', whole: true },
  leadsAfter: { along: /^leads_of_/, why: 'A page, in its order.' },
  leadsNewestFirst: { along: /^leads_newest_of_/, why: 'A page, in its order.' },
  eraseAnswers: { along: /^leads_to_erase$/, why: 'Whatever was kept for long enough is erased.' },
  forgetLeads: { along: /^leads_to_forget$/, why: 'Whatever is too old is deleted.' },
  deleteLeadsOf: { along: /^leads_once$/, why: 'Whatever came by it is deleted.' },
  forgetReceived: {
    along: /^received_leads_to_forget$/,
    why: 'Whatever no platform returns any more is deleted.',
  },
  endedBeside: {
    along: /^(lead_sources|mirrors)_ended$/,
    why: 'They end once what came by them is deleted.',
  },
  dueMirrors: { along: /^mirrors_due$/, why: 'Whatever is due is looked at, and then is not.' },
  listCampaigns: { along: /^mirror_campaigns_/, why: 'A page, in its order.' },
  anySealed: { along: /.*/, why: 'On order alone, after a restore: any one secret.' },
  sealedByOthers: {
    along: /(1|key|_id|to_erase)$/,
    why: 'On order alone: rotation goes through every secret.',
  },
}

const databaseUrl = testDatabase()
const asked: Asking[] = []
let store: Store
let leave = async () => {}

beforeAll(async () => {
  const dataDir = newFolder('adrail-growth-')
  const database = await makeDatabase(databaseUrl)
  const said: string[] = []
  // Plans are made for what is there, by what the database knows of it.
  const place = { dataDir, databaseUrl: database.url }
  await growDatabase(place, { users: 2000, writes: 2000, keys: 2000 }, Date.UTC(2026, 0, 15))
  store = await openStore({ ...place, onStatement: (text) => said.push(text) })
  leave = async () => {
    await store.close()
    await database.drop()
  }
  asked.push(...(await askEverything(store, () => said.splice(0))))
})
afterAll(() => leave())

const accesses = (statement: string) => accessesOf(store.db, statement, databaseUrl === '')

/** What is wrong with a way into a table; nothing when it leads to few rows however many there are. */
function flawOf({ table, index, terms }: Access, by: string, statement: string): string[] {
  const finds = terms.some((term) => term.endsWith('=') && !ofMany.includes(term))
  if (smallTables.includes(table) || finds) return []
  const { along, whole } = walks[by] ?? {}
  const mayWalk = along?.test(index) && (whole || / limit /.test(statement))
  return mayWalk ? [] : [`${by} looks at too many ${table} (${index} ${terms.join(' ')}): ${statement}`]
}

describe('the store', () => {
  test('is asked by every function that it has', async () => {
    const files = readdirSync(import.meta.dirname).filter((file) => /^(?!open|migrate)\w+\.ts$/.test(file))
    const names = files.map((file) => file.replace('.ts', ''))
    const modules: object[] = await Promise.all(names.map((name) => import(`../store/${name}.ts`)))
    const functions = modules.flatMap((module) => Object.entries(module))
    // Whatever asks the database has to wait for it.
    const asking = functions.filter(([, value]) => value.constructor.name === 'AsyncFunction')
    expect(new Set(asked.map(({ by }) => by))).toEqual(new Set(asking.map(([name]) => name)))
  })

  test('looks at no more rows because a table has grown', async () => {
    const flaws: string[] = []
    for (const { by, statements } of asked)
      for (const statement of statements)
        for (const access of await accesses(statement)) flaws.push(...flawOf(access, by, statement))
    expect(flaws).toEqual([])
  })

  test('reads a part along an index in its order, and never sorts for it', async () => {
    const mustNot = ({ whole, ordersFound }: Walk) => !whole && !ordersFound
    const flaws: string[] = []
    for (const { by, statements } of asked)
      for (const statement of walks[by] && mustNot(walks[by]) ? statements : [])
        if (await sorts(store.db, statement, databaseUrl === '')) flaws.push(`${by} sorts: ${statement}`)
    expect(flaws).toEqual([])
  })

  test('reads campaigns in every order that can be asked for', () => {
    const orders = asked.flatMap(({ by, statements }) => (by === 'listCampaigns' ? statements : []))
    expect(orders.length).toBeGreaterThan(20)
  })

  test.each([
    ['every row', 'select * from users where name = ?'],
    ['every row of a workspace', 'select * from users where workspace_id = ? and email = ?'],
    ['rows in the order of a later column', 'select * from operations where created_at > ? limit 5'],
    ['every row, although few are wanted', 'select * from links where status = ? limit 1'],
    ['every row that is changed', 'update credentials set health = ? where email = ?'],
    ['every row of a platform', 'select * from credentials where platform = ? and user_name = ?'],
  ])('would be caught looking at %s', async (_, text) => {
    let place = 0
    const statement = databaseUrl === '' ? text : text.replaceAll('?', () => `$${++place}`)
    const flaws = (await accesses(statement)).flatMap((access) => flawOf(access, 'somebody', statement))
    expect(flaws).toHaveLength(1)
  })
})
