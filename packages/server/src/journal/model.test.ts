// Checks random lives of several processes against a small model of the responses that a caller may get.

import { scopes } from '@adrail/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  proofSize,
  proofTimeoutMs,
  reportProof,
  secondsSince,
  seed,
} from '../../../../test/chaos/proofRun.ts'
import { newFolder } from '../../testing/folders.ts'
import {
  creationOperation,
  editOperation,
  type Fault,
  type Interruption,
  JournalSimulation,
  KilledError,
  SimulatedProcess,
} from '../../testing/journalSimulation.ts'
import { testDatabaseUrl } from '../../testing/service.ts'
import { insertNewApiKey } from '../admission/apiKeys.ts'
import { verifyChain } from '../audit/chain.ts'
import { ServiceError } from '../runtime/errors.ts'
import { makeId, systemRuntime } from '../runtime/runtime.ts'
import { hasEnded } from '../store/journalEntries.ts'
import { listSteps } from '../store/journalSteps.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/tables.ts'
import { insertWorkspace } from '../store/workspaces.ts'

const runs = proofSize(150, 10_000)
const processes = 3

/** A random event. Each kind of event uses the fields that it needs. */
interface Event {
  readonly kind: (typeof kinds)[number]
  readonly process: number
  readonly key: string
  readonly operation: typeof creationOperation | typeof editOperation
  readonly amount: number
  readonly fault: Fault
  readonly points: number
  readonly breaks: Interruption
  readonly durationMs: number
}

// Each kind is listed as often as it should occur relative to the other kinds.
const kinds = [
  ...['ask', 'ask', 'ask', 'ask', 'ask', 'ask'],
  ...['fault', 'fault', 'fault', 'fault', 'lag', 'release', 'release'],
  ...['break', 'break', 'break', 'kill', 'freeze', 'thaw', 'round', 'round', 'round'],
  ...['advance', 'advance', 'advance', 'advance'],
] as const

const event: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom(...kinds),
  process: fc.nat(processes - 1),
  key: fc.constantFrom('a', 'b', ''),
  operation: fc.constantFrom(creationOperation, editOperation),
  amount: fc.integer({ min: 1, max: 2 }),
  fault: fc.constantFrom<Fault>('refuse', 'lose_before', 'lose_after', 'stall_before', 'stall_after'),
  points: fc.nat(80),
  breaks: fc.constantFrom<Interruption>('die', 'cut'),
  durationMs: fc.constantFrom(1000, 11_000, 29_000, 46_000, 16 * 60_000, 25 * 60 * 60_000),
})

/** The guarantee for callers: the first final response to a key stays the response to that key. */
class Model {
  readonly #responses = new Map<string, { readonly body: string; readonly response: string }>()

  /** Describes an invalid response. Returns an empty string for a valid one. */
  judge(key: string, body: string, status: number, response: string, code: string): string {
    if (status === 504 || status === 503) return ''
    if (code === 'IDEMPOTENCY_IN_PROGRESS' || code === 'TARGET_BUSY') return ''
    const earlier = key === '' ? undefined : this.#responses.get(key)
    if (code === 'IDEMPOTENCY_KEY_REUSED')
      return earlier && earlier.body === body ? `${key} was refused though its body is the same` : ''
    if (status !== 200) return `${key} was answered with ${status} ${code}`
    if (earlier && earlier.body !== body) return `${key} was answered for another body`
    if (earlier && earlier.response !== response)
      return `${key} was answered with ${earlier.response}, then with ${response}`
    if (key !== '') this.#responses.set(key, { body, response })
    return ''
  }
}

async function live(store: Store, events: readonly Event[]): Promise<void> {
  const world = new JournalSimulation(store, processes)
  const model = new Model()
  const workspaceId = makeId('ws', systemRuntime())
  await insertWorkspace(store.db, { id: workspaceId, name: 'Model', created_at: world.now })
  const { key: apiKey } = await insertNewApiKey(store.db, systemRuntime(), {
    workspaceId,
    name: 'Model',
    scopes,
  })
  const caller = { workspaceId, keyId: apiKey.id, scopes: new Set<never>() }
  const responses = new Map<string, string>()
  let requestCount = 0

  const ask = async (process: SimulatedProcess, { key, operation, amount }: Event) => {
    requestCount += 1
    const body =
      operation === editOperation
        ? { campaignId: '1', amount }
        : { campaignId: String(amount), status: 'PAUSED' }
    const request = {
      operation,
      caller,
      body,
      surface: 'http' as const,
      requestId: `req_${requestCount}`,
      ...(key === '' ? {} : { idempotencyKey: key }),
    }
    try {
      const { status, results } = await process.journal.perform(request)
      const response = JSON.stringify(results)
      const wrong = model.judge(
        key,
        JSON.stringify([operation, body]),
        status,
        response,
        String(results['code'] ?? ''),
      )
      if (wrong !== '') world.violations.push(wrong)
      responses.set(String(results['operationId']), response)
    } catch (error) {
      if (process.isDead || (error as { code?: string }).code === 'ECONNRESET') return
      if (!(error instanceof ServiceError)) throw error
      const wrong = model.judge(key, JSON.stringify([operation, body]), error.status, '', error.code)
      if (wrong !== '') world.violations.push(wrong)
    }
  }

  const running: Promise<unknown>[] = []
  const start = (work: Promise<unknown>) => {
    running.push(
      work.catch((error: unknown) => {
        if (!(error instanceof KilledError)) world.violations.push(String(error))
      }),
    )
  }
  const processAt = (number: number): SimulatedProcess => {
    const present = world.processes[number]
    if (present && !present.isDead) return present
    const next = new SimulatedProcess(world)
    world.processes[number] = next
    return next
  }

  const happen: Readonly<Record<Event['kind'], (event: Event) => void>> = {
    ask: (event) => start(ask(processAt(event.process), event)),
    fault: ({ fault }) => world.faults.push(fault),
    lag: () => world.toggleLag(),
    release: () => world.releaseStalled(),
    break: ({ process, points, breaks }) => processAt(process).interruptAfter(points, breaks),
    kill: ({ process }) => processAt(process).die(),
    freeze: ({ process }) => processAt(process).freeze(),
    thaw: ({ process }) => processAt(process).thaw(),
    round: ({ process }) => start(processAt(process).runner.poll()),
    advance: ({ durationMs }) => world.advance(durationMs),
  }
  for (const event of events) {
    happen[event.kind](event)
    // All work proceeds until it waits for the next event, because the database responds in the same thread.
    await new Promise(setImmediate)
  }

  // Once all faults have ended, every write must end automatically.
  world.faults.length = 0
  for (const process of world.processes) process.thaw()
  const unsettled = async () => (await operationsOf(store, workspaceId)).filter((row) => !hasEnded(row))
  for (let round = 0; round === 0 || (await unsettled()).length > 0; round++) {
    if (round > 40) throw new Error(`It did not end: ${JSON.stringify(await unsettled())}`)
    world.releaseStalled()
    world.advance(round < 30 ? 60_000 : 60 * 60_000)
    world.faults.length = 0
    for (const number of world.processes.keys()) {
      const process = processAt(number)
      process.interruptAfter(Number.POSITIVE_INFINITY, 'cut')
      await process.runner.poll()
    }
    await new Promise(setImmediate)
  }
  await Promise.all(running)
  await judgeWorld(world, workspaceId, responses)
}

async function operationsOf(store: Store, workspaceId: string) {
  return await store.db.selectFrom('operations').selectAll().where('workspace_id', '=', workspaceId).execute()
}

async function judgeWorld(
  world: JournalSimulation,
  workspaceId: string,
  responses: Map<string, string>,
): Promise<void> {
  const { db } = world.store
  const operations = await operationsOf(world.store, workspaceId)
  const byMarker = new Map(operations.map((row) => [row.marker, row]))
  for (const made of world.createdObjects.values()) {
    const owner = byMarker.get(made.marker)
    expect([owner?.state, made.creationCount, made.exists]).toEqual(
      owner?.state === 'SUCCEEDED' ? ['SUCCEEDED', 1, true] : ['FAILED', 1, false],
    )
  }
  for (const row of operations) {
    const present = [...world.createdObjects.values()].filter(
      (made) => made.marker === row.marker && made.exists,
    )
    if (row.name === creationOperation) expect(present.length).toBe(row.state === 'SUCCEEDED' ? 2 : 0)
    const response = responses.get(row.id)
    if (response !== undefined) expect(response).toBe(row.results)
    responses.delete(row.id)
  }
  expect([...responses.keys()], 'answers that nobody remembers').toEqual([])
  // Edits cannot be rolled back, so an abandoned edit must not have begun.
  for (const { id } of operations.filter(({ results }) => results.includes('OPERATION_ABANDONED')))
    expect((await listSteps(db, id)).filter(({ state }) => state === 'DONE')).toEqual([])

  const entries = await db
    .selectFrom('audit_entries')
    .select('operation_id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  expect(entries.map((entry) => entry.operation_id).sort()).toEqual(operations.map(({ id }) => id).sort())
  expect((await verifyChain(db, workspaceId)).problem).toBe('')
  expect(world.violations).toEqual([])
  // The next run begins with an empty journal.
  await db.deleteFrom('operations').where('workspace_id', '=', workspaceId).execute()
}

let store: Store

beforeAll(async () => {
  store = await openStore({ databaseUrl: '', dataDir: newFolder('adrail-model-') })
})
afterAll(async () => await store?.close())

// The simulated processes and the database share one thread, which only SQLite allows.
test.skipIf(testDatabaseUrl() !== '')(
  'a write has at most one effect, one final response and one audit entry under random crashes, faults and clock steps',
  { timeout: proofTimeoutMs },
  async () => {
    const began = performance.now()
    let lives = 0
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 2, maxLength: 30, size: 'max' }), async (events) => {
        await live(store, events)
        lives += 1
      }),
      { numRuns: runs, timeout: 20_000, seed },
    )
    reportProof('T28', { lives, counterExamples: runs - lives, seconds: secondsSince(began) })
  },
)
