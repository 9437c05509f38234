// No statement reads more rows because a table has grown, neither on SQLite nor on PostgreSQL.

import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, growDatabase } from '../../testing/databases.ts'
import { newFolder } from '../../testing/folders.ts'
import { listTableAccesses, needsSort, type TableAccess } from '../../testing/queryPlans.ts'
import { testDatabaseUrl } from '../../testing/service.ts'
import { callEveryStoreFunction, type StoreCall } from '../../testing/storeCalls/index.ts'
import { openStore } from './open.ts'
import type { Store } from './tables.ts'

/**
 * Tables that stay small. People create workspaces with a brand, redirect URIs, endpoints and one audit head,
 * and keys for encryption. A workspace has one row with the size of its images. adrail keeps only the last
 * changes. The state of the database is one row, and the service has one secret.
 */
const smallTables = [
  'workspaces',
  'brands',
  'redirect_uris',
  'audit_heads',
  'webhook_endpoints',
  'image_usage',
  'sealing_keys',
  'changes',
  'database_state',
  'service_secrets',
]

/** Terms that can match many rows, because the owner has many rows or the column has few values. */
const ofMany = ['workspace_id=', 'endpoint_id=', 'platform=', 'health=', 'state=', 'status=']

interface Walk {
  readonly along: RegExp
  readonly why: string
  /** Set when the function needs all of the rows. */
  readonly whole?: true
  /** Set when an outer query sorts the few rows that the inner query found. */
  readonly ordersFound?: true
}

/** Functions that read along an index, with the reason why they need all of these rows. */
const walks: Readonly<Record<string, Walk>> = {
  releaseAllEntries: { along: /^operations_/, why: 'At the start: what is unfinished.', whole: true },
  releaseAllCredentialLeases: {
    along: /^credentials_leased$/,
    why: 'At the start: what is held.',
    whole: true,
  },
  listOrphanedCredentials: { along: /^credentials_orphaned$/, why: 'They wait for open writes.' },
  listOpenDeletions: { along: /^deletions_open$/, why: 'They end once they were carried out.' },
  listDueLateChecks: { along: /^late_checks_/, why: 'Whatever is due is checked, and then is not.' },
  listDueEntries: { along: /^operations_(open|attention)$/, why: 'These indexes hold what is unfinished.' },
  countUnendedEntries: { along: /^operations_(open|attention)$/, why: 'As above.' },
  pruneEntries: { along: /^operations_begun$/, why: 'Whatever is too old is deleted.' },
  pruneRaises: { along: /^raises_reserved$/, why: 'Whatever is older than a day is deleted.' },
  listNewestEntries: {
    along: /^operations_of_(state|user)$/,
    why: 'A page of each state, of which the newest are wanted.',
    ordersFound: true,
  },
  listApprovals: { along: /approvals/, why: 'A page, in its order.' },
  listExpiredApprovals: { along: /^approvals_expiring$/, why: 'Whatever is found is ended.' },
  listRaisesSince: {
    along: /^raises_account$/,
    why: 'The raises of one ad account on one day.',
    whole: true,
  },
  countCreationsSince: {
    along: /^raises_creations$/,
    why: 'What one workspace made within an hour.',
    whole: true,
  },
  pruneLookups: { along: /^lookups_ending$/, why: 'Whatever is over is deleted.' },
  limitLookups: { along: /^lookups_ending$/, why: 'Past the most that are kept; what is beyond is deleted.' },
  listSessions: { along: /^console_sessions_workspace$/, why: 'Expired sessions are deleted soon.' },
  revokeSession: {
    along: /^console_sessions_workspace$/,
    why: 'One session begins with these digits.',
    whole: true,
  },
  pruneSessions: { along: /^console_sessions_seen$/, why: 'Whatever ended is deleted.' },
  pruneLinks: { along: /^links_ended$/, why: 'Whatever ended long ago is deleted.' },
  listDueCredentials: { along: /^credentials_to_look_at$/, why: 'Whatever is due is put off.' },
  wakeCredentials: {
    along: /^credentials_to_look_at$/,
    why: 'After a turn of the clock; what was found waits no more.',
  },
  countCredentials: { along: /^credentials_health$/, why: 'Counted up to a bound.' },
  listErasuresAfter: { along: /erasures/, why: 'They end with their round, or some rounds later.' },
  listAuditEntriesBetween: { along: /audit_entries/, why: 'A page, in its order.' },
  listAuditEntriesAfter: { along: /audit_entries/, why: 'A page, in its order.' },
  listNewestConnections: { along: /^connections_newest$/, why: 'A page, in its order.' },
  listEventsBetween: { along: /^events_|_events_/, why: 'A page, in its order.' },
  pruneEvents: { along: /events/, why: 'Whatever is too old is deleted.' },
  listUsersWithConnections: { along: /^users_newest$/, why: 'A page, in its order.', ordersFound: true },
  listKeys: { along: /^api_keys_of$|api_keys.*(1|key)$/, why: 'A page, in its order.' },
  hasAdminKey: { along: /^api_keys_of$/, why: 'On order alone: up to the newest that may manage.' },
  createDeliveries: { along: /events/, why: 'Each event once, so many at a time.', whole: true },
  findFirstEventSince: { along: /^events_id$/, why: 'A few, in their order.' },
  listDueEndpoints: {
    along: /^webhook_deliveries_due$/,
    why: 'Whether anything is due; the index holds what is pending.',
    whole: true,
  },
  listDueDeliveries: { along: /^webhook_deliveries_due$/, why: 'The index holds what is pending.' },
  listDeliveries: { along: /webhook_deliveries/, why: 'A page, in its order.' },
  deleteDeliveries: { along: /webhook_deliveries/, why: 'Whatever was sent there is deleted.' },
  pruneDeliveries: { along: /^webhook_deliveries_old$/, why: 'Whatever is too old is deleted.' },
  listDueSources: { along: /^lead_sources_due$/, why: 'Whatever is due is read, and then is not.' },
  wakeConnectionRows: {
    along: /^(lead_sources|mirrors)_due$/,
    why: 'After a turn of the clock; what was found waits no more.',
  },
  listConnectionsWithRow: { along: /connections/, why: 'A page, in its order.' },
  hasPlaintextHookToken: { along: /^lead_sources_clear$/, why: 'Any one of them.' },
  listPlaintextHookTokens: { along: /^lead_sources_clear$/, why: 'A page, in its order.' },
  releaseAllSources: { along: /^lead_sources_leased$/, why: 'At the start: what is held.', whole: true },
  listLeadsAfter: { along: /^leads_of_/, why: 'A page, in its order.' },
  listNewestLeads: { along: /^leads_newest_of_/, why: 'A page, in its order.' },
  eraseAnswers: { along: /^leads_to_erase$/, why: 'Whatever was kept for long enough is erased.' },
  deleteExpiredLeads: { along: /^leads_to_forget$/, why: 'Whatever is too old is deleted.' },
  deleteLeads: { along: /^leads_once$/, why: 'Whatever came by it is deleted.' },
  deleteExpiredReceivedIds: {
    along: /^received_leads_to_forget$/,
    why: 'Whatever no platform returns any more is deleted.',
  },
  listEndedConnectionRows: {
    along: /^(lead_sources|mirrors)_ended$/,
    why: 'They end once what came by them is deleted.',
  },
  listDueMirrors: { along: /^mirrors_due$/, why: 'Whatever is due is looked at, and then is not.' },
  listExpiredImages: { along: /^images_by_expiry$/, why: 'Expired images are deleted.' },
  listCampaigns: { along: /^mirror_campaigns_/, why: 'A page, in its order.' },
  findAnyEncrypted: { along: /.*/, why: 'On order alone, after a restore: any one secret.' },
  listEncryptedByOtherKeys: {
    along: /(1|key|_id|to_erase)$/,
    why: 'On order alone: rotation goes through every secret.',
  },
}

const databaseUrl = testDatabaseUrl()
const calls: StoreCall[] = []
let store: Store
let leave = async () => {}

beforeAll(async () => {
  const dataDir = newFolder('adrail-growth-')
  const database = await createDatabase(databaseUrl)
  const statements: string[] = []
  // Query plans depend on the rows of the database and on its statistics.
  const place = { dataDir, databaseUrl: database.url }
  await growDatabase(place, { users: 2000, writes: 2000, keys: 2000 }, Date.UTC(2026, 0, 15))
  store = await openStore({ ...place, onStatement: (text) => statements.push(text) })
  leave = async () => {
    await store.close()
    await database.drop()
  }
  calls.push(...(await callEveryStoreFunction(store, () => statements.splice(0))))
})
afterAll(() => leave())

const accesses = (statement: string) => listTableAccesses(store.db, statement, databaseUrl === '')

/**
 * Describes an access to a table that reads too many rows. Returns nothing when the access reads few rows at
 * any size.
 */
function findViolation({ table, index, terms }: TableAccess, by: string, statement: string): string[] {
  const finds = terms.some((term) => term.endsWith('=') && !ofMany.includes(term))
  if (smallTables.includes(table) || finds) return []
  const { along, whole } = walks[by] ?? {}
  const mayWalk = along?.test(index) && (whole || / limit /.test(statement))
  return mayWalk ? [] : [`${by} looks at too many ${table} (${index} ${terms.join(' ')}): ${statement}`]
}

describe('the store', () => {
  test('has a test call for every function that queries the database', async () => {
    const files = readdirSync(import.meta.dirname).filter((file) => /^(?!open|migrate)\w+\.ts$/.test(file))
    const names = files.map((file) => file.replace('.ts', ''))
    const modules: object[] = await Promise.all(names.map((name) => import(`../store/${name}.ts`)))
    const functions = modules.flatMap((module) => Object.entries(module))
    // Functions that query the database are asynchronous.
    const asking = functions.filter(([, value]) => value.constructor.name === 'AsyncFunction')
    expect(new Set(calls.map(({ functionName }) => functionName))).toEqual(
      new Set(asking.map(([name]) => name)),
    )
  })

  test('reads a number of rows that does not grow with its tables', async () => {
    const violations: string[] = []
    for (const { functionName, statements } of calls)
      for (const statement of statements)
        for (const access of await accesses(statement))
          violations.push(...findViolation(access, functionName, statement))
    expect(violations).toEqual([])
  })

  test('reads pages in the order of an index, without sorting rows', async () => {
    const mustNot = ({ whole, ordersFound }: Walk) => !whole && !ordersFound
    const violations: string[] = []
    for (const { functionName, statements } of calls)
      for (const statement of walks[functionName] && mustNot(walks[functionName]) ? statements : [])
        if (await needsSort(store.db, statement, databaseUrl === ''))
          violations.push(`${functionName} sorts: ${statement}`)
    expect(violations).toEqual([])
  })

  test('has test calls for more than 20 statements that list campaigns', () => {
    const orders = calls.flatMap(({ functionName, statements }) =>
      functionName === 'listCampaigns' ? statements : [],
    )
    expect(orders.length).toBeGreaterThan(20)
  })

  test.each([
    ['every row', 'select * from users where name = ?'],
    ['every row of a workspace', 'select * from users where workspace_id = ? and email = ?'],
    ['rows in the order of a later column', 'select * from operations where created_at > ? limit 5'],
    ['every row, although the limit is 1', 'select * from links where status = ? limit 1'],
    ['every row to update some', 'update credentials set health = ? where email = ?'],
    ['every row of a platform', 'select * from credentials where platform = ? and user_name = ?'],
  ])('fails this check with a statement that reads %s', async (_, text) => {
    let place = 0
    const statement = databaseUrl === '' ? text : text.replaceAll('?', () => `$${++place}`)
    const violations = (await accesses(statement)).flatMap((access) =>
      findViolation(access, 'somebody', statement),
    )
    expect(violations).toHaveLength(1)
  })
})
