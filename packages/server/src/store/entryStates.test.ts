import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../testing/databases.ts'
import { newFolder } from '../../testing/folders.ts'
import { testDatabaseUrl } from '../../testing/service.ts'
import { systemRuntime } from '../runtime/runtime.ts'
import { firstFence, toStepRow } from './columnMeanings.ts'
import { insertEntry, updateEntry } from './entryOwnership.ts'
import {
  type EntryState,
  entryStates,
  entryTransitions,
  type StepState,
  stepStates,
  stepTransitions,
} from './entryStates.ts'
import { findEntry } from './journalEntries.ts'
import { listSteps, saveStep } from './journalSteps.ts'
import { openStore } from './open.ts'
import type { Store } from './tables.ts'
import { insertWorkspace } from './workspaces.ts'

const workspaceId = 'ws_states'
const lease = { id: 'op_states', fence: firstFence }
let store: Store
let database: Awaited<ReturnType<typeof createDatabase>>

beforeAll(async () => {
  database = await createDatabase(testDatabaseUrl(), systemRuntime(), 'template')
  store = await openStore({ databaseUrl: database.url, dataDir: newFolder('adrail-states-') })
  await insertWorkspace(store.db, { id: workspaceId, name: 'States', created_at: 1 })
  const entry = {
    id: lease.id,
    workspaceId,
    userId: '',
    keyId: 'key',
    requestId: 'req',
    surface: 'http',
    name: 'social/edit_campaign',
    idempotencyKey: undefined,
    fingerprint: '',
    request: '{}',
    marker: 'marker',
    target: undefined,
    owner: 'owner',
    deadlineAt: 1,
    createdAt: 1,
  }
  await insertEntry(store.db, store.clock, entry, 60_000)
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

const allows = <State extends string>(
  transitions: readonly { readonly from: readonly (State | 'new')[]; readonly to: State | 'deleted' }[],
  from: State,
  to: State,
) => transitions.some((transition) => transition.to === to && transition.from.includes(from))

const statePairs = <State extends string>(states: readonly State[]) =>
  states.flatMap((from) => states.map((to): [State, State] => [from, to]))

async function changesEntry(from: EntryState, to: EntryState): Promise<boolean> {
  await store.db.updateTable('operations').set({ state: from }).where('id', '=', lease.id).execute()
  const isChanged = await updateEntry(store.db, lease, { state: to, reason: to })
  const entry = await findEntry(store.db, workspaceId, lease.id)
  expect(entry?.state, `${from} to ${to}`).toBe(isChanged ? to : from)
  return isChanged
}

async function changesStep(from: StepState, to: StepState): Promise<boolean> {
  const step = {
    entryId: lease.id,
    number: 0,
    name: 'step',
    fence: 1,
    outcome: undefined,
    intentAt: 1,
    finishedAt: undefined,
  }
  await store.db.deleteFrom('operation_steps').execute()
  await store.db
    .insertInto('operation_steps')
    .values(toStepRow({ ...step, state: from, note: 'before' }))
    .execute()
  await saveStep(store.db, { ...step, state: to, note: 'after' })
  const [saved] = await listSteps(store.db, lease.id)
  return saved?.note === 'after'
}

test('an entry changes its state only along the listed transitions', async () => {
  // An entry is inserted as PENDING, and never gets back to it.
  for (const [from, to] of statePairs(entryStates).filter((pair) => pair[1] !== 'PENDING'))
    expect(await changesEntry(from, to), `${from} to ${to}`).toBe(allows(entryTransitions, from, to))
})

test('a step changes its state only along the listed transitions, and may be saved again', async () => {
  for (const [from, to] of statePairs(stepStates))
    expect(await changesStep(from, to), `${from} to ${to}`).toBe(
      from === to || allows(stepTransitions, from, to),
    )
})
