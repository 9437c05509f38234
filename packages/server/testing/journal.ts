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
import { Losses } from '../src/journal/losses.ts'
import { makeMarkers } from '../src/journal/markers.ts'
import type { Account } from '../src/journal/parts.ts'
import { type Finding, foundBy, type StepOutcome } from '../src/journal/plan.ts'
import { Runner } from '../src/journal/runner.ts'
import type { SpendChange } from '../src/journal/spend/change.ts'
import { SpendRefusals } from '../src/journal/spend/refusals.ts'
import { SpendGuard } from '../src/journal/spend/spendGuard.ts'
import type { Planning, Step, Stepping, Write } from '../src/journal/write.ts'
import type { Pin } from '../src/platforms/kit/connected.ts'
import { sendPermission } from '../src/platforms/kit/upstream.ts'
import type { Store, Tables } from '../src/store/tables.ts'

export const creation = 'social/update_campaign_status' satisfies OperationName
export const edit = 'social/edit_campaign' satisfies OperationName

/** What the platform does with the next request that would change something. */
export type Fault = 'refuse' | 'lose_before' | 'lose_after' | 'stall_before' | 'stall_after'

/** What happens to a process at one of its next points. */
export type Break = 'die' | 'cut'

/** Nothing of a dead process goes on: every further move of it ends here. */
export class Killed extends Error {}

/** For all processes of all worlds: what watches the engine for them cannot be taken down again. */
const metrics = makeMetrics()
const callTimeoutMs = 30_000
const longestLagMs = 30_000

interface Made {
  readonly marker: string
  /** How often it was done, whether or not it was taken back since. */
  times: number
  present: boolean
  readonly at: number
}

export class World {
  now = Date.UTC(2026, 0, 15, 12)
  readonly store: Store
  readonly processes: VirtualProcess[]
  readonly faults: Fault[] = []
  /** What creations made, by marker and step. */
  readonly made = new Map<string, Made>()
  /** The values that edits set, by campaign and number. */
  readonly values = new Map<string, string>()
  /** Broken promises, in words. */
  readonly violations: string[] = []
  /** What happens while somebody waits. */
  meanwhile: () => void = () => {}
  /** What a creation lets be spent; nothing unless a test says so. */
  spend: SpendChange | undefined
  /** Reads do not show the latest changes. */
  #lagging = false
  readonly #stalled: { readonly since: number; wake(timedOut: boolean): void }[] = []

  constructor(store: Store, processes: number) {
    this.store = store
    this.processes = Array.from({ length: processes }, () => new VirtualProcess(this))
  }

  advance(durationMs: number): void {
    this.now += durationMs
    for (const stalled of this.#stalled.splice(0))
      if (this.now - stalled.since >= callTimeoutMs) stalled.wake(true)
      else this.#stalled.push(stalled)
  }

  lag(): void {
    this.#lagging = !this.#lagging
  }

  /** The platform answers what it kept waiting. */
  release(): void {
    for (const { wake } of this.#stalled.splice(0)) wake(false)
  }

  /** One request to the platform that changes something, sent by a process. */
  async change(process: VirtualProcess, marker: string, apply: () => void, makes = false): Promise<void> {
    await process.awake()
    process.point()
    await sendPermission.getStore()?.()
    await this.#requireOwner(process, marker, makes)
    try {
      await this.#meet(this.faults.shift(), process, apply)
    } finally {
      // Whatever the platform says is heard only by a process that runs.
      await process.awake()
      process.point()
    }
  }

  async #meet(fault: Fault | undefined, process: VirtualProcess, apply: () => void): Promise<void> {
    if (fault === 'lose_before') throw new Error('connection reset')
    if (fault === 'refuse')
      throw new ServiceError('PLATFORM_REJECTED', { values: { platform: 'test', problem: 'no' } })
    if (fault === 'stall_before') await this.#stall()
    process.point()
    apply()
    process.point()
    if (fault === 'lose_after') throw new Error('connection reset')
    if (fault === 'stall_after') await this.#stall()
  }

  async #stall(): Promise<void> {
    const timedOut = await new Promise<boolean>((wake) => this.#stalled.push({ since: this.now, wake }))
    if (timedOut) throw new Error('no answer in time')
  }

  /** Whoever sends must hold the operation at that moment, for as long as the call may take. */
  async #requireOwner(process: VirtualProcess, marker: string, makes: boolean): Promise<void> {
    const row = await this.store.db
      .selectFrom('operations')
      .select(['owner', 'lease_until', 'deadline_at'])
      .where('marker', '=', marker)
      .executeTakeFirst()
    if (row?.owner !== process.owner) this.violations.push(`${marker} was sent by somebody who had lost it`)
    else if (row.lease_until < this.now + callTimeoutMs)
      this.violations.push(`${marker} was sent under a lease that may end before the call`)
    const isLate = row !== undefined && row.deadline_at + callTimeoutMs < this.now
    if (makes && isLate) this.violations.push(`${marker} was made after its deadline`)
  }

  creationStep(name: string): Step {
    const keyOf = ({ marker }: Stepping<unknown>) => `${marker} ${name}`
    return {
      name,
      mayBeTakenBack: true,
      rehearse: async () => {},
      raisesSpend: () => false,
      raisesSpendBack: () => false,
      send: async (_, step): Promise<StepOutcome> => {
        const sentAt = this.now
        await this.change(
          processOf(step),
          step.marker,
          () => {
            const made = this.made.get(keyOf(step))
            // The platform itself does not make it twice, and says so; nobody who can see it should ask.
            if (made?.present && sentAt - made.at > longestLagMs + callTimeoutMs)
              this.violations.push(`${keyOf(step)} was there for long and sent again`)
            if (made?.present)
              throw new ServiceError('PLATFORM_REJECTED', { values: { platform: 'test', problem: 'twice' } })
            this.made.set(keyOf(step), {
              marker: step.marker,
              times: (made?.times ?? 0) + 1,
              present: true,
              at: this.now,
            })
          },
          true,
        )
        return { upstreamId: name }
      },
      find: async (_, step): Promise<Finding> => {
        processOf(step).point()
        const made = this.made.get(keyOf(step))
        const isSeen = made?.present && !(this.#lagging && this.now - made.at < longestLagMs)
        return isSeen ? { state: 'done', outcome: { upstreamId: name } } : { state: 'not_done' }
      },
      takeBack: async (_, step): Promise<void> => {
        await this.change(processOf(step), step.marker, () => {
          const made = this.made.get(keyOf(step))
          if (made) made.present = false
        })
      },
    }
  }

  /** Two steps that can be taken back, the second of them when nothing has followed. */
  creation(): Write {
    const steps = [this.creationStep('create'), this.creationStep('enable')]
    return {
      operation: creation,
      platform: 'social',
      replayForMs: 15 * 60 * 1000,
      target: () => '',
      steps: new Map(steps.map((step) => [step.name, step])),
      plan: async (_body, planning) => {
        processOf(planning).point()
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
  edit(): Write {
    const set = this.setStep()
    return {
      operation: edit,
      platform: 'social',
      target: (body) => editIn.parse(body).campaignId,
      finishesLate: true,
      steps: new Map([[set.name, set]]),
      plan: async (body, planning) => {
        processOf(planning).point()
        const { campaignId, amount } = editIn.parse(body)
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

  setStep(): Step {
    return {
      name: 'set',
      mayBeTakenBack: false,
      rehearse: async () => {},
      raisesSpend: () => false,
      raisesSpendBack: () => false,
      takeBack: async () => {},
      send: async (data, step) => {
        const { key, from, to } = changeIn.parse(data)
        await this.change(processOf(step), step.marker, () => {
          const present = this.values.get(key) ?? ''
          if (present !== from && present !== to) this.violations.push(`${key} was overwritten`)
          this.values.set(key, to)
        })
        return { upstreamId: key }
      },
      find: async (data, step) => {
        processOf(step).point()
        const { key, from, to } = changeIn.parse(data)
        return foundBy(this.values.get(key) ?? '', { from, to }, key)
      },
    }
  }
}

const editIn = z.object({ campaignId: z.string(), amount: z.number() })
const changeIn = z.object({ key: z.string(), from: z.string(), to: z.string() })

/** A process of the service as far as the journal is concerned. */
export class VirtualProcess {
  readonly journal: Journal
  readonly runner: Runner
  readonly world: World
  owner = ''
  dead = false
  #break: { left: number; what: Break } | undefined
  #frozen: PromiseWithResolvers<void> | undefined

  constructor(world: World) {
    this.world = world
    const runtime: Runtime = {
      now: () => world.now,
      monotonic: () => world.now,
      randomBytes,
      // Waiting takes no time here; time passes by order.
      sleep: async () => this.point(),
      pause: async () => {
        world.meanwhile()
        this.point()
      },
      turn: async () => this.point(),
      rest: async () => this.point(),
      after: () => () => {},
      every: () => () => {},
    }
    const log = {
      request() {},
      info() {},
      warn() {},
      close() {},
      error: (message: string, error: unknown) => {
        const expected = error instanceof Killed || (error as { code?: string }).code === 'ECONNRESET'
        if (!expected) world.violations.push(`${message}: ${String(error)}`)
      },
    }
    const parts = { store: this.#storeOf(world), runtime, log }
    const writes: Readonly<Record<string, Write>> = { [creation]: world.creation(), [edit]: world.edit() }
    // Every write works on one account, and its connector is the process itself: the steps look for nothing else.
    const account: Account = { connector: this, pin: pinned, isOwn: true }
    this.journal = new Journal({
      ...parts,
      runtime: { ...runtime, randomBytes: (size) => this.#ownerOf(randomBytes(size)) },
      runtimeAt: { social: runtime, search: runtime, pro: runtime },
      accounts: {
        connect: async () => account,
        reconnect: async () => account,
        isLinked: async () => true,
        keep: async () => true,
      },
      spendGuard: new SpendGuard(parts),
      spendRefusals: new SpendRefusals({ ...parts, metrics }),
      markers: makeMarkers('secret', runtime),
      planSecret: 'secret',
      losses: new Losses({ ...parts, metrics }),
      writeOf: (operation) => writes[operation] ?? world.creation(),
      changed() {},
      approvalUrl: (operationId) => `http://localhost/approve/${operationId}`,
    })
    this.runner = new Runner(parts, this.journal)
  }

  /** A place where the process may end, or learn that its database connection was cut. */
  point(atDatabase = false): void {
    if (this.dead) throw new Killed()
    if (!this.#break || this.#break.left-- > 0) return
    const { what } = this.#break
    this.#break = undefined
    if (what === 'die') {
      this.die()
      throw new Killed()
    }
    if (atDatabase) throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' })
  }

  die(): void {
    this.dead = true
    this.thaw()
  }

  breakAfter(points: number, what: Break): void {
    this.#break = { left: points, what }
  }

  freeze(): void {
    this.#frozen ??= Promise.withResolvers()
  }

  thaw(): void {
    this.#frozen?.resolve()
    this.#frozen = undefined
  }

  async awake(): Promise<void> {
    while (this.#frozen) await this.#frozen.promise
  }

  /** The first random bytes that a journal asks for name it as an owner. */
  #ownerOf(bytes: Buffer): Buffer {
    this.owner ||= bytes.toString('hex')
    return bytes
  }

  /** The one database, asked by this process: it can fail before a query and after it, before a commit and after it. */
  #storeOf({ store }: World): Store {
    const world = this.world
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => {
        this.point(true)
        return node
      },
      transformResult: async ({ result }) => {
        this.point(true)
        return result
      },
    })
    const transaction = () => ({
      execute: async <Result>(work: (transaction: unknown) => Promise<Result>) => {
        const result = await db.transaction().execute(async (trx) => {
          const worked = await work(trx)
          this.point(true)
          return worked
        })
        await this.awake()
        this.point(true)
        return result
      },
    })
    return {
      ...store,
      get clock() {
        return sql<number>`cast(${world.now} as bigint)`
      },
      db: new Proxy(db, {
        get(target, name) {
          if (name === 'transaction') return transaction
          const member: unknown = Reflect.get(target, name, target)
          return typeof member === 'function' ? member.bind(target) : member
        },
      }) as Kysely<Tables>,
    }
  }
}

function processOf({ connector }: Planning<unknown>): VirtualProcess {
  if (connector instanceof VirtualProcess) return connector
  throw new Error('A step was given another connector.')
}

const pinned: Pin<'social'> = {
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
