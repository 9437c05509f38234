// A small world for the journal: several processes that can die, stand still or lose their database at any point, one
// database, one platform that fails on order, and one clock.

import { randomBytes } from 'node:crypto'
import type { OperationName } from '@adrail/contract'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { ServiceError } from '../src/base/errors.ts'
import { makeMetrics } from '../src/base/metrics.ts'
import type { Runtime } from '../src/base/runtime.ts'
import { Journal } from '../src/journal/journal.ts'
import { LossMonitor } from '../src/journal/losses.ts'
import { createMarkers } from '../src/journal/markers.ts'
import type { WriteAccount } from '../src/journal/parts.ts'
import { type ReconcileResult, reconcileValue, type StepOutcome } from '../src/journal/plan.ts'
import { Runner } from '../src/journal/runner.ts'
import type { SpendChange } from '../src/journal/spend/change.ts'
import { SpendRefusals } from '../src/journal/spend/refusals.ts'
import { SpendGuard } from '../src/journal/spend/spendGuard.ts'
import type { PlanContext, Step, StepContext, Write } from '../src/journal/write.ts'
import type { PinnedConnection } from '../src/platforms/kit/connected.ts'
import { sendPermission } from '../src/platforms/kit/upstream.ts'
import type { Store, Tables } from '../src/store/tables.ts'

export const creationOperation = 'social/update_campaign_status' satisfies OperationName
export const editOperation = 'social/edit_campaign' satisfies OperationName

/** What the platform does with the next request that would change something. */
export type Fault = 'refuse' | 'lose_before' | 'lose_after' | 'stall_before' | 'stall_after'

/** What happens to a process at one of its next points. */
export type Interruption = 'die' | 'cut'

/** Nothing of a dead process goes on: every further move of it ends here. */
export class Killed extends Error {}

/** For all processes of all worlds: what watches the engine for them cannot be taken down again. */
const metrics = makeMetrics()
const callTimeoutMs = 30_000
const maxLagMs = 30_000

interface CreatedObject {
  readonly marker: string
  /** How often it was done, whether or not it was taken back since. */
  creationCount: number
  exists: boolean
  readonly createdAt: number
}

export class JournalSimulation {
  now = Date.UTC(2026, 0, 15, 12)
  readonly store: Store
  readonly processes: SimulatedProcess[]
  readonly faults: Fault[] = []
  /** What creations made, by marker and step. */
  readonly createdObjects = new Map<string, CreatedObject>()
  /** The values that edits set, by campaign and number. */
  readonly values = new Map<string, string>()
  /** Broken promises, in words. */
  readonly violations: string[] = []
  /** What happens while somebody waits. */
  onWait: () => void = () => {}
  /** What a creation lets be spent; nothing unless a test says so. */
  spend: SpendChange | undefined
  /** Reads do not show the latest changes. */
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

  /** The platform answers what it kept waiting. */
  releaseStalled(): void {
    for (const { wake } of this.#stalledCalls.splice(0)) wake(false)
  }

  /** One request to the platform that changes something, sent by a process. */
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
      // Whatever the platform says is heard only by a process that runs.
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

  /** Whoever sends must hold the operation at that moment, for as long as the call may take. */
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
            // The platform itself does not make it twice, and says so; nobody who can see it should ask.
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

  /** Two steps that can be taken back, the second of them when nothing has followed. */
  buildCreationWrite(): Write {
    const steps = [this.buildCreationStep('create'), this.buildCreationStep('enable')]
    return {
      operation: creationOperation,
      platform: 'social',
      replayForMs: 15 * 60 * 1000,
      target: () => '',
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

  /** Two values of one campaign, set one after the other and never taken back. */
  buildEditWrite(): Write {
    const set = this.buildSetStep()
    return {
      operation: editOperation,
      platform: 'social',
      target: (body) => editBody.parse(body).campaignId,
      finishesLate: true,
      steps: new Map([[set.name, set]]),
      plan: async (body, context) => {
        toProcess(context).checkpoint()
        const { campaignId, amount } = editBody.parse(body)
        const keys = [0, 1].map((number) => `${campaignId}/${number}`)
        return {
          steps: keys.map((key) => ({
            name: set.name,
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

/** A process of the service as far as the journal is concerned. */
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
      // Waiting takes no time here; time passes by order.
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
        const isExpected = error instanceof Killed || (error as { code?: string }).code === 'ECONNRESET'
        if (!isExpected) simulation.violations.push(`${message}: ${String(error)}`)
      },
    }
    const deps = { store: this.#createStore(simulation), runtime, log }
    const writes: Readonly<Record<string, Write>> = {
      [creationOperation]: simulation.buildCreationWrite(),
      [editOperation]: simulation.buildEditWrite(),
    }
    // Every write works on one account, and its connector is the process itself: the steps look for nothing else.
    const account: WriteAccount = { connector: this, pin: pinned, isStillLinked: true }
    this.journal = new Journal({
      ...deps,
      runtime: { ...runtime, randomBytes: (size) => this.#recordOwner(randomBytes(size)) },
      runtimeAt: { social: runtime, search: runtime, pro: runtime },
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

  /** A place where the process may end, or learn that its database connection was cut. */
  checkpoint(atDatabase = false): void {
    if (this.isDead) throw new Killed()
    if (!this.#interruption || this.#interruption.remaining-- > 0) return
    const { kind } = this.#interruption
    this.#interruption = undefined
    if (kind === 'die') {
      this.die()
      throw new Killed()
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

  /** The first random bytes that a journal asks for name it as an owner. */
  #recordOwner(bytes: Buffer): Buffer {
    this.owner ||= bytes.toString('hex')
    return bytes
  }

  /** The one database, asked by this process: it can fail before a query and after it, before a commit and after it. */
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

function toProcess({ connector }: PlanContext<unknown>): SimulatedProcess {
  if (connector instanceof SimulatedProcess) return connector
  throw new Error('A step was given another connector.')
}

const pinned: PinnedConnection<'social'> = {
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
