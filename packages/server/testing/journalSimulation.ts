// Simulation for tests of the journal: several processes that can die, freeze or lose their database
// connection at any point, one database, one platform with injected faults, and one clock.

import { randomBytes } from 'node:crypto'
import type { OperationName } from '@adrail/contract'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { Journal } from '../src/journal/journal.ts'
import type { WriteAccount } from '../src/journal/journalDeps.ts'
import { LossMonitor } from '../src/journal/lossMonitor.ts'
import { createMarkers } from '../src/journal/markers.ts'
import { type ReconcileResult, reconcileValue, type StepOutcome } from '../src/journal/plan.ts'
import { Runner } from '../src/journal/runner.ts'
import { SpendRefusals } from '../src/journal/spend/refusals.ts'
import type { SpendChange } from '../src/journal/spend/spendChange.ts'
import { SpendGuard } from '../src/journal/spend/spendGuard.ts'
import type { PlanContext, Step, StepContext } from '../src/journal/step.ts'
import type { Write } from '../src/journal/write.ts'
import { makeMetrics } from '../src/observability/metrics.ts'
import type { AdConnector } from '../src/platforms/connector-kit/adConnector.ts'
import type { PinnedConnection } from '../src/platforms/connector-kit/connectedAccount.ts'
import { sendPermission } from '../src/platforms/connector-kit/upstream.ts'
import { ServiceError } from '../src/runtime/errors.ts'
import type { Runtime } from '../src/runtime/runtime.ts'
import type { Store, Tables } from '../src/store/tables.ts'

export const creationOperation = 'social/update_campaign_status' satisfies OperationName
export const editOperation = 'social/edit_campaign' satisfies OperationName

/** Fault of the platform for the next request that changes something. */
export type Fault = 'refuse' | 'lose_before' | 'lose_after' | 'stall_before' | 'stall_after'

/** Interruption of a process at a later checkpoint. */
export type Interruption = 'die' | 'cut'

/** Thrown at every checkpoint of a dead process, so that none of its code continues. */
export class KilledError extends Error {}

/** Shared by all simulations, because the observers of the engine cannot be removed. */
const metrics = makeMetrics()
const callTimeoutMs = 30_000
const maxLagMs = 30_000

interface CreatedObject {
  readonly marker: string
  /** Number of creations, including those that were rolled back. */
  creationCount: number
  exists: boolean
  readonly createdAt: number
}

export class JournalSimulation {
  now = Date.UTC(2026, 0, 15, 12)
  readonly store: Store
  readonly processes: SimulatedProcess[]
  readonly faults: Fault[] = []
  /** Created objects by marker and step. */
  readonly createdObjects = new Map<string, CreatedObject>()
  /** Values that edits have set, by campaign and number. */
  readonly values = new Map<string, string>()
  /** Descriptions of violated guarantees. */
  readonly violations: string[] = []
  /** Called while a process waits. */
  onWait: () => void = () => {}
  /** Spend change of a creation. None by default. */
  spend: SpendChange | undefined
  /** While true, reads do not show the latest changes. */
  #isLagging = false
  readonly #stalledCalls: { readonly since: number; wake(timedOut: boolean): void }[] = []

  constructor(store: Store, processes: number) {
    this.store = store
    this.processes = Array.from({ length: processes }, () => new SimulatedProcess(this))
  }

  advance(durationMs: number): void {
    this.now += durationMs
    for (const call of this.#stalledCalls.splice(0))
      if (this.now - call.since >= callTimeoutMs) call.wake(true)
      else this.#stalledCalls.push(call)
  }

  toggleLag(): void {
    this.#isLagging = !this.#isLagging
  }

  /** Lets the platform respond to all stalled requests. */
  releaseStalled(): void {
    for (const { wake } of this.#stalledCalls.splice(0)) wake(false)
  }

  /** Sends a request of the process that changes something at the platform. */
  async changePlatform(
    process: SimulatedProcess,
    marker: string,
    apply: () => void,
    isCreation = false,
  ): Promise<void> {
    await process.waitUntilThawed()
    process.checkpoint()
    await sendPermission.getStore()?.()
    await this.#requireOwner(process, marker, isCreation)
    try {
      await this.#applyFault(this.faults.shift(), process, apply)
    } finally {
      // Only a running process receives the platform's response.
      await process.waitUntilThawed()
      process.checkpoint()
    }
  }

  async #applyFault(fault: Fault | undefined, process: SimulatedProcess, apply: () => void): Promise<void> {
    if (fault === 'lose_before') throw new Error('connection reset')
    if (fault === 'refuse')
      throw new ServiceError('PLATFORM_REJECTED', { values: { platform: 'test', problem: 'no' } })
    if (fault === 'stall_before') await this.#stall()
    process.checkpoint()
    apply()
    process.checkpoint()
    if (fault === 'lose_after') throw new Error('connection reset')
    if (fault === 'stall_after') await this.#stall()
  }

  async #stall(): Promise<void> {
    const timedOut = await new Promise<boolean>((wake) => this.#stalledCalls.push({ since: this.now, wake }))
    if (timedOut) throw new Error('no answer in time')
  }

  /** The sender must hold the operation's lease for at least the timeout of the call. */
  async #requireOwner(process: SimulatedProcess, marker: string, isCreation: boolean): Promise<void> {
    const row = await this.store.db
      .selectFrom('operations')
      .select(['owner', 'lease_until', 'deadline_at'])
      .where('marker', '=', marker)
      .executeTakeFirst()
    if (row?.owner !== process.owner) this.violations.push(`${marker} was sent by somebody who had lost it`)
    else if (row.lease_until < this.now + callTimeoutMs)
      this.violations.push(`${marker} was sent under a lease that may end before the call`)
    const isLate = row !== undefined && row.deadline_at + callTimeoutMs < this.now
    if (isCreation && isLate) this.violations.push(`${marker} was made after its deadline`)
  }

  buildCreationStep(name: string): Step {
    const objectKey = ({ marker }: StepContext<unknown>) => `${marker} ${name}`
    return {
      name,
      canCompensate: true,
      validate: async () => {},
      raisesSpend: () => false,
      compensationRaisesSpend: () => false,
      send: async (_, context): Promise<StepOutcome> => {
        const sentAt = this.now
        await this.changePlatform(
          toProcess(context),
          context.marker,
          () => {
            const createdObject = this.createdObjects.get(objectKey(context))
            // The platform rejects a duplicate. A process that can see the object must not send the request.
            if (createdObject?.exists && sentAt - createdObject.createdAt > maxLagMs + callTimeoutMs)
              this.violations.push(`${objectKey(context)} was there for long and sent again`)
            if (createdObject?.exists)
              throw new ServiceError('PLATFORM_REJECTED', { values: { platform: 'test', problem: 'twice' } })
            this.createdObjects.set(objectKey(context), {
              marker: context.marker,
              creationCount: (createdObject?.creationCount ?? 0) + 1,
              exists: true,
              createdAt: this.now,
            })
          },
          true,
        )
        return { upstreamId: name }
      },
      reconcile: async (_, context): Promise<ReconcileResult> => {
        toProcess(context).checkpoint()
        const createdObject = this.createdObjects.get(objectKey(context))
        const isVisible =
          createdObject?.exists && !(this.#isLagging && this.now - createdObject.createdAt < maxLagMs)
        return isVisible ? { state: 'done', outcome: { upstreamId: name } } : { state: 'not_done' }
      },
      compensate: async (_, context): Promise<void> => {
        await this.changePlatform(toProcess(context), context.marker, () => {
          const createdObject = this.createdObjects.get(objectKey(context))
          if (createdObject) createdObject.exists = false
        })
      },
    }
  }

  /** A write of two steps that adrail can compensate, the second one only if no further step follows. */
  buildCreationWrite(): Write {
    const steps = [this.buildCreationStep('create'), this.buildCreationStep('enable')]
    return {
      operation: creationOperation,
      platform: 'social',
      replayWindowMs: 15 * 60 * 1000,
      target: () => undefined,
      steps: new Map(steps.map((step) => [step.name, step])),
      plan: async (_body, context) => {
        toProcess(context).checkpoint()
        return {
          steps: [
            { name: 'create', says: 'Creates it.', data: null },
            { name: 'enable', says: 'Switches it on.', data: null },
          ],
          ...(this.spend ? { spend: this.spend } : {}),
        }
      },
      results: () => ({}),
    }
  }

  /** A write that sets two values of one campaign in sequence and is never compensated. */
  buildEditWrite(): Write {
    const setStep = this.buildSetStep()
    return {
      operation: editOperation,
      platform: 'social',
      target: (body) => editBody.parse(body).campaignId,
      completesAfterDeadline: true,
      steps: new Map([[setStep.name, setStep]]),
      plan: async (body, context) => {
        toProcess(context).checkpoint()
        const { campaignId, amount } = editBody.parse(body)
        const keys = [0, 1].map((number) => `${campaignId}/${number}`)
        return {
          steps: keys.map((key) => ({
            name: setStep.name,
            says: 'Sets it.',
            data: { key, from: this.values.get(key) ?? '', to: String(amount) },
          })),
        }
      },
      results: () => ({}),
    }
  }

  buildSetStep(): Step {
    return {
      name: 'set',
      canCompensate: false,
      validate: async () => {},
      raisesSpend: () => false,
      compensationRaisesSpend: () => false,
      compensate: async () => {},
      send: async (data, context) => {
        const { key, from, to } = setData.parse(data)
        await this.changePlatform(toProcess(context), context.marker, () => {
          const current = this.values.get(key) ?? ''
          if (current !== from && current !== to) this.violations.push(`${key} was overwritten`)
          this.values.set(key, to)
        })
        return { upstreamId: key }
      },
      reconcile: async (data, context) => {
        toProcess(context).checkpoint()
        const { key, from, to } = setData.parse(data)
        return reconcileValue(this.values.get(key) ?? '', { from, to }, key)
      },
    }
  }
}

const editBody = z.object({ campaignId: z.string(), amount: z.number() })
const setData = z.object({ key: z.string(), from: z.string(), to: z.string() })

/** Simulates a process of the service for the journal. */
export class SimulatedProcess {
  readonly journal: Journal
  readonly runner: Runner
  readonly simulation: JournalSimulation
  owner = ''
  isDead = false
  #interruption: { remaining: number; kind: Interruption } | undefined
  #frozen: PromiseWithResolvers<void> | undefined

  constructor(simulation: JournalSimulation) {
    this.simulation = simulation
    const runtime: Runtime = {
      now: () => simulation.now,
      monotonic: () => simulation.now,
      randomBytes,
      // Waiting takes no time. Only the test advances the clock.
      sleep: async () => this.checkpoint(),
      pause: async () => {
        simulation.onWait()
        this.checkpoint()
      },
      yieldToLoop: async () => this.checkpoint(),
      yieldInBackground: async () => this.checkpoint(),
      after: () => () => {},
      every: () => () => {},
    }
    const log = {
      request() {},
      info() {},
      warn() {},
      close() {},
      error: (message: string, error: unknown) => {
        const isExpected = error instanceof KilledError || (error as { code?: string }).code === 'ECONNRESET'
        if (!isExpected) simulation.violations.push(`${message}: ${String(error)}`)
      },
    }
    const deps = { store: this.#createStore(simulation), runtime, log }
    const writes: Readonly<Record<string, Write>> = {
      [creationOperation]: simulation.buildCreationWrite(),
      [editOperation]: simulation.buildEditWrite(),
    }
    // All writes use one account.
    const connector = new SimulatedConnector(this)
    const account: WriteAccount = { connector, pinnedConnection, isStillLinked: true }
    this.journal = new Journal({
      ...deps,
      runtime: { ...runtime, randomBytes: (size) => this.#recordOwner(randomBytes(size)) },
      runtimeByPlatform: { social: runtime, search: runtime, pro: runtime },
      accounts: {
        connect: async () => account,
        reconnect: async () => account,
        isLinked: async () => true,
        lockCredential: async () => true,
      },
      spendGuard: new SpendGuard(deps),
      spendRefusals: new SpendRefusals({ ...deps, metrics }),
      markers: createMarkers('secret', runtime),
      planSecret: 'secret',
      lossMonitor: new LossMonitor({ ...deps, metrics }),
      getWrite: (operation) => writes[operation] ?? simulation.buildCreationWrite(),
      onAccountChanged() {},
      approvalUrl: (operationId) => `http://localhost/approve/${operationId}`,
    })
    this.runner = new Runner(deps, this.journal)
  }

  /** Checkpoint at which the process may die or notice that its database connection is lost. */
  checkpoint(atDatabase = false): void {
    if (this.isDead) throw new KilledError()
    if (!this.#interruption || this.#interruption.remaining-- > 0) return
    const { kind } = this.#interruption
    this.#interruption = undefined
    if (kind === 'die') {
      this.die()
      throw new KilledError()
    }
    if (atDatabase) throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' })
  }

  die(): void {
    this.isDead = true
    this.thaw()
  }

  interruptAfter(points: number, kind: Interruption): void {
    this.#interruption = { remaining: points, kind }
  }

  freeze(): void {
    this.#frozen ??= Promise.withResolvers()
  }

  thaw(): void {
    this.#frozen?.resolve()
    this.#frozen = undefined
  }

  async waitUntilThawed(): Promise<void> {
    while (this.#frozen) await this.#frozen.promise
  }

  /** The journal uses its first random bytes as its owner id. */
  #recordOwner(bytes: Buffer): Buffer {
    this.owner ||= bytes.toString('hex')
    return bytes
  }

  /** Wraps the shared database for this process. It can fail before and after each query and each commit. */
  #createStore({ store }: JournalSimulation): Store {
    const simulation = this.simulation
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => {
        this.checkpoint(true)
        return node
      },
      transformResult: async ({ result }) => {
        this.checkpoint(true)
        return result
      },
    })
    const transaction = () => ({
      execute: async <Result>(work: (transaction: unknown) => Promise<Result>) => {
        const result = await db.transaction().execute(async (trx) => {
          const workResult = await work(trx)
          this.checkpoint(true)
          return workResult
        })
        await this.waitUntilThawed()
        this.checkpoint(true)
        return result
      },
    })
    return {
      ...store,
      get clock() {
        return sql<number>`cast(${simulation.now} as bigint)`
      },
      db: new Proxy(db, {
        get(target, name) {
          if (name === 'transaction') return transaction
          const property: unknown = Reflect.get(target, name, target)
          return typeof property === 'function' ? property.bind(target) : property
        },
      }) as Kysely<Tables>,
    }
  }
}

/** The connector of the steps, which need only their process. */
class SimulatedConnector implements AdConnector {
  readonly platform = 'social'
  readonly account = { id: '', name: '', currencyCode: '', timeZone: 'UTC' }
  readonly campaigns = readNothing
  readonly campaignStates = readNothing
  readonly adGroups = readNothing
  readonly ads = readNothing
  readonly runningBudgets = readNothing
  readonly metrics = readNothing
  readonly process: SimulatedProcess

  constructor(process: SimulatedProcess) {
    this.process = process
  }
}

async function readNothing(): Promise<never> {
  throw new Error('A simulated write read the account.')
}

function toProcess({ connector }: PlanContext<AdConnector>): SimulatedProcess {
  if (connector instanceof SimulatedConnector) return connector.process
  throw new Error('A step was given another connector.')
}

const pinnedConnection: PinnedConnection = {
  platform: 'social',
  connectionId: 'con_test',
  credentialId: 'crd_test',
  accountId: '1',
  selection: {
    adAccountId: '1',
    adAccountName: 'Test',
    currencyCode: 'EUR',
    timeZone: 'UTC',
    minDailyBudget: '',
    page: { id: '2', name: 'Test', pictureUrl: '', businessManagerId: '' },
  },
}
