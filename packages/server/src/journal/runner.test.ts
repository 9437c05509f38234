// Writes that dead processes left, taken up by one that goes on: none of them waits for another, nor anything else for them.

import { scopes } from '@adrail/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { editOperation, JournalSimulation, SimulatedProcess } from '../../testing/journalSimulation.ts'
import { testDatabaseUrl } from '../../testing/service.ts'
import { createKey } from '../admission/apiKeys.ts'
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
  const { key } = await createKey(store.db, systemRuntime(), { workspaceId, name: 'Runner', scopes })
  const entries = () =>
    store.db.selectFrom('operations').selectAll().where('workspace_id', '=', workspaceId).execute()
  /** A process sends an edit and dies before it hears of it; what it held is free at once. */
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

// The processes share one thread, and so does the database: that is SQLite.
const onSqlite = test.skipIf(testDatabaseUrl() !== '')

onSqlite('a write whose platform does not answer holds up no other that comes after it', async () => {
  const { world, leaveOpen, entries, unended } = await newWorld()
  await leaveOpen('hanging')
  const { runner } = new SimulatedProcess(world)
  world.faults.push('stall_before')
  const polls = [runner.poll()]
  await expect.poll(() => world.faults).toEqual([])

  await leaveOpen('other')
  await expect
    .poll(() => {
      // The first look may not have ended, and does not see the other one then.
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

onSqlite('nor does it hold up the tidying', async () => {
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

onSqlite('ten are taken up at the same time, however often it is looked', async () => {
  const { world, leaveOpen, unended } = await newWorld()
  const campaigns = Array.from({ length: 12 }, (_, index) => String(index))
  for (const campaignId of campaigns) await leaveOpen(campaignId)
  const { runner } = new SimulatedProcess(world)
  world.faults.push(...campaigns.map(() => 'stall_before' as const))
  const polls = [runner.poll()]
  await expect.poll(() => world.faults.length).toBe(2)
  // Long enough for another look to have taken up more.
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

onSqlite('stopping waits for what was taken up, and takes up nothing more', async () => {
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
})
