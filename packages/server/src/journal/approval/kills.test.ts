// Interrupts a decision at every point: before and after each query, and before and after the commit.

import { scopes } from '@adrail/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import {
  creationOperation,
  type Interruption,
  JournalSimulation,
  SimulatedProcess,
} from '../../../testing/journalSimulation.ts'
import { testDatabaseUrl } from '../../../testing/service.ts'
import { insertNewApiKey } from '../../admission/apiKeys.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { makeId, systemRuntime } from '../../runtime/runtime.ts'
import { type Approval, listApprovals } from '../../store/approvals.ts'
import { findEntry, hasEnded } from '../../store/journalEntries.ts'
import { openStore } from '../../store/open.ts'
import { setLimits, toLimitColumns } from '../../store/spendLimits.ts'
import type { Store } from '../../store/tables.ts'
import { insertWorkspace } from '../../store/workspaces.ts'
import { noSpending, toSpending } from '../spend/spendChange.ts'

let store: Store

beforeAll(async () => {
  store = await openStore({ databaseUrl: '', dataDir: newFolder('adrail-kills-') })
})
afterAll(async () => await store?.close())

/** Sets up a workspace in which every creation needs approval. */
async function waitingWorld() {
  const world = new JournalSimulation(store, 1)
  world.spend = {
    campaignId: '',
    currencyCode: 'EUR',
    before: noSpending,
    after: toSpending('social', { daily: 10_000_000n, lifetime: 0n }, true),
    field: 'amount',
  }
  const workspaceId = makeId('ws', systemRuntime())
  await insertWorkspace(store.db, { id: workspaceId, name: 'Kills', created_at: world.now })
  const newKey = async (name: string) =>
    (await insertNewApiKey(store.db, systemRuntime(), { workspaceId, name, scopes })).key.id
  const [requester, approver] = [await newKey('Requester'), await newKey('Approver')]
  const approval = JSON.stringify({ kinds: ['CREATE'], currencies: [] })
  const limits = JSON.stringify({ currencies: [] })
  await setLimits(store.db, {
    workspace_id: workspaceId,
    subject: 'workspace',
    ...toLimitColumns({ own: limits }),
    approval,
    changed_at: 0,
  })
  const ask = (process: SimulatedProcess) =>
    process.journal.perform({
      operation: creationOperation,
      caller: { workspaceId, keyId: requester },
      body: { campaignId: '1', status: 'PAUSED' },
      surface: 'http',
      requestId: 'req_1',
      idempotencyKey: 'one',
    })
  const decide = (process: SimulatedProcess, { operation_id, plan_hash }: Approval) =>
    process.journal.decide({
      caller: { workspaceId, keyId: approver },
      operationId: operation_id,
      planHash: plan_hash,
      decision: 'APPROVED',
      reason: '',
      recordAuditEntry: async () => {},
    })
  return { world, workspaceId, ask, decide }
}

const waitingIn = async (workspaceId: string) => (await listApprovals(store.db, workspaceId, { limit: 2 }))[0]

/**
 * Interrupts a decision after `points` points and checks the outcome. Returns whether the interruption
 * occurred.
 */
async function cutOff(points: number, what: Interruption): Promise<boolean> {
  const { world, workspaceId, ask, decide } = await waitingWorld()
  await expect(ask(new SimulatedProcess(world))).rejects.toMatchObject({ code: 'APPROVAL_REQUIRED' })
  const waiting = await waitingIn(workspaceId)
  if (!waiting) throw new Error('nothing waits')

  const unlucky = new SimulatedProcess(world)
  unlucky.interruptAfter(points, what)
  const failure = await decide(unlucky, waiting).catch((error: unknown) => error)
  unlucky.die()

  const next = new SimulatedProcess(world)
  const pendingApproval = await waitingIn(workspaceId)
  // Either no decision was recorded and the approver can still decide, or the runner resumes the write
  // automatically.
  if (pendingApproval) await decide(next, pendingApproval)
  else expect(world.createdObjects.size).toBeLessThanOrEqual(2)
  const entry = () => findEntry(store.db, workspaceId, waiting.operation_id)
  for (let round = 0; round < 20 && !hasEnded((await entry()) ?? { state: 'PENDING' }); round++) {
    world.advance(46_000)
    await next.runner.poll()
  }
  expect((await entry())?.state).toBe('SUCCEEDED')
  expect((await ask(next)).results).toMatchObject({ success: true, operationId: waiting.operation_id })
  expect(
    [...world.createdObjects.values()].map(({ creationCount, exists }) => [creationCount, exists]),
  ).toEqual([
    [1, true],
    [1, true],
  ])
  expect(world.violations).toEqual([])
  await store.db.deleteFrom('operations').where('workspace_id', '=', workspaceId).execute()
  return failure instanceof Error && !(failure instanceof ServiceError)
}

// The simulated processes and the database share one thread, which only SQLite allows.
test.skipIf(testDatabaseUrl() !== '').each<Interruption>(['die', 'cut'])(
  'an approval that is interrupted (%s) at any point stays pending or resumes automatically, and creates each object once',
  async (what) => {
    let cuts = 0
    for (let points = 0; points < 200; points++) {
      if (await cutOff(points, what)) cuts += 1
    }
    expect(cuts).toBeGreaterThan(10)
  },
)
