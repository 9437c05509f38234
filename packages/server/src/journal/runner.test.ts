// One process resumes the writes of dead processes. A stalled write delays neither other writes nor other
// work.

import { scopes } from '@adrail/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { editOperation, JournalSimulation, SimulatedProcess } from '../../testing/journalSimulation.ts'
import { testDatabaseUrl } from '../../testing/service.ts'
import { insertNewApiKey } from '../admission/apiKeys.ts'
import { makeId, systemRuntime } from '../runtime/runtime.ts'
import { hasEnded } from '../store/journalEntries.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/tables.ts'
import { insertWorkspace } from '../store/workspaces.ts'

let store: Store

beforeAll(async () => {
  store = await openStore({ databaseUrl: '', dataDir: newFolder('adrail-runner-') })
})
afterEach(() => store.db.deleteFrom('operations').execute())
afterAll(async () => await store?.close())

async function newWorld() {
  const world = new JournalSimulation(store, 0)
  const workspaceId = makeId('ws', systemRuntime())
  await insertWorkspace(store.db, { id: workspaceId, name: 'Runner', created_at: world.now })
  const { key } = await insertNewApiKey(store.db, systemRuntime(), { workspaceId, name: 'Runner', scopes })
  const entries = () =>
    store.db.selectFrom('operations').selectAll().where('workspace_id', '=', workspaceId).execute()
  /** A process sends an edit and dies before the response. The leases of the process expire immediately. */
  const leaveOpen = async (campaignId: string) => {
    const process = new SimulatedProcess(world)
    world.faults.push('stall_before')
    const response = process.journal.perform({
      operation: editOperation,
      caller: { workspaceId, keyId: key.id },
      body: { campaignId, amount: 1 },
      surface: 'http',
      requestId: `req_${campaignId}`,
    })
    response.catch(() => {})
    await expect.poll(() => world.faults).toEqual([])
    process.die()
    await store.db
      .updateTable('operations')
      .set({ lease_until: 1 })
      .where('owner', '=', process.owner)
      .execute()
  }
  const unended = async () => (await entries()).filter((entry) => !hasEnded(entry)).length
  return { world, workspaceId, leaveOpen, entries, unended }
}

// The simulated processes and the database share one thread, which only SQLite allows.
const onSqlite = test.skipIf(testDatabaseUrl() !== '')

onSqlite('the runner resumes other writes while the platform does not respond to one write', async () => {
  const { world, leaveOpen, entries, unended } = await newWorld()
  await leaveOpen('hanging')
  const { runner } = new SimulatedProcess(world)
  world.faults.push('stall_before')
  const polls = [runner.poll()]
  await expect.poll(() => world.faults).toEqual([])

  await leaveOpen('other')
  await expect
    .poll(() => {
      // The first poll may still be running, in which case it does not see the other write.
      polls.push(runner.poll())
      return unended()
    })
    .toBe(1)
  expect([...world.values.keys()]).toEqual(['other/0', 'other/1'])

  world.releaseStalled()
  await Promise.all(polls)
  expect((await entries()).map(({ state }) => state)).toEqual(['SUCCEEDED', 'SUCCEEDED'])
  expect(world.violations).toEqual([])
})

onSqlite('the runner prunes the journal while the platform does not respond to a resumed write', async () => {
  const { world, leaveOpen, entries, unended } = await newWorld()
  await leaveOpen('old')
  await new SimulatedProcess(world).runner.poll()
  expect(await unended()).toBe(0)
  await sql`update operations set created_at = 0`.execute(store.db)

  await leaveOpen('hanging')
  const { runner } = new SimulatedProcess(world)
  world.faults.push('stall_before')
  const round = runner.poll()
  await expect.poll(async () => (await entries()).length).toBe(1)
  expect(await unended()).toBe(1)
  world.releaseStalled()
  await round
  expect(await unended()).toBe(0)
})

onSqlite('the runner resumes at most ten writes at the same time over several polls', async () => {
  const { world, leaveOpen, unended } = await newWorld()
  const campaigns = Array.from({ length: 12 }, (_, index) => String(index))
  for (const campaignId of campaigns) await leaveOpen(campaignId)
  const { runner } = new SimulatedProcess(world)
  world.faults.push(...campaigns.map(() => 'stall_before' as const))
  const polls = [runner.poll()]
  await expect.poll(() => world.faults.length).toBe(2)
  // These ticks are enough for another poll to resume more writes.
  polls.push(runner.poll())
  for (let tick = 0; tick < 100; tick++) await new Promise(setImmediate)
  expect(world.faults.length).toBe(2)

  world.faults.length = 0
  world.releaseStalled()
  await Promise.all(polls)
  await runner.poll()
  expect(await unended()).toBe(0)
  expect(world.violations).toEqual([])
})

onSqlite(
  'the runner stops after its write in progress has ended, and resumes no other write meanwhile',
  async () => {
    const { world, leaveOpen, unended } = await newWorld()
    await leaveOpen('hanging')
    const { runner } = new SimulatedProcess(world)
    world.faults.push('stall_before')
    const round = runner.poll()
    await expect.poll(() => world.faults).toEqual([])
    await leaveOpen('other')

    let isStopped = false
    const stopped = runner.stop().then(() => {
      isStopped = true
    })
    const late = runner.poll()
    await new Promise(setImmediate)
    expect(isStopped).toBe(false)
    world.releaseStalled()
    await Promise.all([stopped, round, late])
    expect(await unended()).toBe(1)
  },
)
