// Processes with a date that is wrong by more than a day or a month run together with a right one. All of
// them prune the same database.

import type { ServiceProcess } from '@adrail/server/testing'
import {
  expectCompleteAudit,
  type SendRequest,
  type ServiceFixture,
  type ServiceResponse,
  testDatabaseUrl,
  userId,
  useServiceFixtures,
  withStore,
  workspaceId,
} from '@adrail/server/testing'
import { listRowKeys } from '@adrail/server/testing/databases'
import { expect, test, vi } from 'vitest'
import { creations, listCreatedCampaigns } from './creations.ts'
import { canShiftClocks, shiftedClock } from './fakeTime.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const makeWorld = useServiceFixtures()
vi.setConfig({ testTimeout: proofTimeoutMs })
const hourSeconds = 3600
const aheadSeconds = [27 * hourSeconds, 32 * 24 * hourSeconds]
const dayMs = 24 * hourSeconds * 1000

test.skipIf(testDatabaseUrl() === '' || !canShiftClocks)(
  'processes whose date is 27 hours or 32 days ahead delete no needed row, so limits hold and keys are replayed',
  async () => {
    const world = await makeWorld()
    const { sandbox, installation, start } = world
    // The right process only serves requests, so every missing row was deleted by a process with a wrong
    // date.
    const right = await start({ ADRAIL_ROLE: 'api' })
    const count = proofSize(6, 60)
    const began = performance.now()
    const create = (ask: SendRequest, number: number): Promise<ServiceResponse> => {
      const { operation, buildBody } = creations[number % creations.length] ?? creations[0]
      return ask(operation, buildBody(`Dated ${number}`), `dated-${number}`)
    }
    await right.send('workspace/update_settings', {
      userId: undefined,
      guard: { maxCreationsPerHour: count },
    })
    for (let number = 0; number < count; number++)
      expect(await create(right.send, number)).toMatchObject({ status: 200, results: { success: true } })

    await plantNeeded(world)
    const counts = { processes: 0, rows: 0, deleted: 0, replayed: 0, refused: 0 }
    for (let round = 0; round < proofSize(1, 5); round++)
      for (const seconds of aheadSeconds) {
        const old = await plantOld(world, isLong && round === 0)
        const before = await rowsOf(world)
        const wrong = await start(shiftedClock(seconds))
        await signIn(wrong.service)
        // After deleting the really old rows, a process has pruned every table.
        await expect.poll(() => stillThere(world, old), { timeout: 400_000, interval: 100 }).toEqual([])
        const after = new Set(await rowsOf(world))
        const deleted = before.filter((row) => !after.has(row) && !old.includes(row))
        expect(deleted).toEqual([])
        for (const { send } of [wrong, right]) {
          for (let number = 0; number < count; number++) {
            const again = await create(send, number)
            expect([again.status, again.replayed], `dated-${number}`).toEqual([200, true])
            counts.replayed += 1
          }
          expect(await create(send, count)).toMatchObject({ status: 403, code: 'SPEND_LIMIT_EXCEEDED' })
          counts.refused += 1
        }
        wrong.service.kill('SIGKILL')
        await wrong.service.exit
        counts.processes += 1
        counts.rows += before.length
        counts.deleted += deleted.length
      }
    expect(listCreatedCampaigns(sandbox).length).toBe(count)
    await expectCompleteAudit(installation)
    reportProof('T39', {
      creations: count,
      ...counts,
      createdTwice: listCreatedCampaigns(sandbox).length - count,
      seconds: secondsSince(began),
    })
  },
)

/**
 * Inserts rows that are old by the database's clock, one for each table that is pruned by time. Returns their
 * names. The other tables are pruned by the time these rows are gone.
 */
function plantOld({ installation }: ServiceFixture, deletedLate: boolean): Promise<string[]> {
  return withStore(installation, async ({ db, clock }) => {
    const { now } = await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()
    const longAgo = now - 400 * dayMs
    const id = `old_${now}`
    const write = await db.selectFrom('operations').selectAll().limit(1).executeTakeFirstOrThrow()
    const raise = await db.selectFrom('raises').selectAll().limit(1).executeTakeFirstOrThrow()
    const event = await db.selectFrom('events').selectAll().orderBy('seq').limit(1).executeTakeFirstOrThrow()
    const old = {
      ...write,
      id,
      idempotency_key: id,
      marker: id,
      fingerprint: id,
      created_at: longAgo,
      updated_at: longAgo,
    }
    await db.insertInto('operations').values(old).execute()
    await db
      .insertInto('raises')
      .values({ ...raise, operation_id: id, reserved_at: longAgo })
      .execute()
    // The number is below the first event, because events are deleted from the oldest on.
    await db
      .insertInto('events')
      .values({ ...event, seq: 0, id, occurred_at: longAgo })
      .execute()
    await db.insertInto('webhook_deliveries').values(deliveryFrom(id, longAgo)).execute()
    await db.insertInto('console_sessions').values(sessionFrom(id, longAgo)).execute()
    const names = [
      ['operations', id],
      ['raises', id],
      ['events', workspaceId, 0],
      ['webhook_deliveries', id, 1],
      ['console_sessions', id],
    ]
    if (deletedLate) {
      await db.insertInto('leads').values(leadUntil(id, longAgo)).execute()
      await db.insertInto('received_leads').values(receivedUntil(id, longAgo)).execute()
      await db.insertInto('links').values(linkUntil(id, longAgo)).execute()
      await db.insertInto('lookups').values(lookupUntil(id, longAgo)).execute()
      names.push(
        ['leads', id],
        ['received_leads', workspaceId, 'social', id, id],
        ['links', id],
        ['lookups', id],
      )
    }
    return names.map((name) => name.join(' '))
  })
}

/** Inserts rows that other processes need, and that a wrong date would make look old. */
function plantNeeded({ installation }: ServiceFixture): Promise<void> {
  return withStore(installation, async ({ db, clock }) => {
    const { now } = await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()
    const id = 'needed'
    await db.insertInto('webhook_deliveries').values(deliveryFrom(id, now)).execute()
    await db.insertInto('console_sessions').values(sessionFrom(id, now)).execute()
    await db
      .insertInto('leads')
      .values(leadUntil(id, now + dayMs))
      .execute()
    await db
      .insertInto('received_leads')
      .values(receivedUntil(id, now + dayMs))
      .execute()
    await db
      .insertInto('links')
      .values(linkUntil(id, now + hourSeconds * 1000))
      .execute()
    await db
      .insertInto('lookups')
      .values(lookupUntil(id, now + dayMs))
      .execute()
  })
}

const ofUser = { workspace_id: workspaceId, user_id: userId, platform: 'social' } as const

const deliveryFrom = (id: string, created_at: number) => ({
  endpoint_id: id,
  seq: 1,
  workspace_id: workspaceId,
  event_id: id,
  type: 'operation.succeeded' as const,
  state: 'delivered' as const,
  attempts: 1,
  next_at: created_at,
  status: 200,
  problem: '',
  created_at,
})

const sessionFrom = (id: string, seen_at: number) => ({
  id_hash: id,
  key_id: id,
  created_at: seen_at,
  seen_at,
  page: 'console' as const,
  workspace_id: workspaceId,
  address: '',
  proved_at: 0,
})

const leadUntil = (id: string, forget_at: number) => ({
  ...ofUser,
  id,
  source_id: id,
  upstream_id: id,
  seq: forget_at,
  account_id: '',
  form_id: '',
  campaign_id: '',
  ad_group_id: '',
  ad_id: '',
  is_test: 0,
  submitted_at: 0,
  received_at: 0,
  content: '',
  erase_at: forget_at,
  forget_at,
})

const receivedUntil = (id: string, forget_at: number) => ({
  workspace_id: workspaceId,
  platform: 'social' as const,
  subject: id,
  upstream_id: id,
  forget_at,
})

const linkUntil = (id: string, expires_at: number) => ({
  ...ofUser,
  id,
  token_hash: id,
  redirect_uri: '',
  caller_state: '',
  status: 'pending',
  error_code: '',
  browser_hash: '',
  state_hash: null,
  pkce_verifier: '',
  draft: '',
  created_at: expires_at,
  expires_at,
})

const lookupUntil = (id: string, keep_until: number) => ({
  name_hash: id,
  answer: '{}',
  asked_by: id,
  keep_until,
})

async function stillThere(world: ServiceFixture, rows: readonly string[]): Promise<string[]> {
  const present = new Set(await rowsOf(world))
  return rows.filter((row) => present.has(row))
}

function rowsOf({ installation }: ServiceFixture): Promise<string[]> {
  return withStore(installation, ({ db }) => listRowKeys(db))
}

/** The service prunes sessions when a new session starts. */
async function signIn({ url, readDemoKey }: ServiceProcess): Promise<void> {
  const response = await fetch(`${url}/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ apiKey: await readDemoKey() }),
  })
  expect(response.status).toBe(200)
}
