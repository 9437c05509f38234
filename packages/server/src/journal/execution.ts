// One owner's work on one operation: its steps, one after another, each written down before it is sent.

import type { OperationName } from '@adrail/contract'
import { ServiceError } from '../errors.ts'
import type { Context } from '../handler.ts'
import { sendPermission } from '../platforms/upstream.ts'
import {
  type Hold,
  type OperationRow,
  renewLease,
  type StepRow,
  saveStep,
  updateOperation,
} from '../store/operations.ts'
import type { JournalParts } from './parts.ts'
import { persist } from './persist.ts'
import type { Plain, Plan, PlannedStep, Step, StepContext, StepOutcome, Write } from './write.ts'

/** Longer than any one call to a platform takes. */
export const leaseMs = 45_000
/** A call may still leave while at least a whole call and a little fit into the lease. */
const latestSendMs = leaseMs - 35_000

/** How it ended, as far as this owner could find out. */
export type Ending =
  | { readonly state: 'succeeded'; readonly done: Readonly<Record<string, StepOutcome>> }
  | { readonly state: 'refused'; readonly refusal: ServiceError }
  /** The platform has not said; somebody looks again later. */
  | { readonly state: 'open'; readonly note: string }

/** The lease has passed to somebody else, who will finish: nothing more may be sent or written. */
export class LeaseLost extends Error {}

export interface Work {
  readonly operation: OperationRow
  readonly hold: Hold
  readonly write: Write<OperationName>
  readonly plan: Plan
  readonly ctx: Context
  /** How long to wait before each further look at a step whose outcome is unknown; when they are used up, it stays open. */
  readonly patienceMs: readonly number[]
  /** Past its deadline nothing new is begun: what was made is found or taken back. */
  readonly late: boolean
}

export class Execution {
  readonly #parts: JournalParts
  readonly #work: Work
  readonly #done: Record<string, StepOutcome> = {}
  readonly #rows: Map<number, StepRow>
  #looks: number[]
  #leasedAt = Number.NEGATIVE_INFINITY

  constructor(parts: JournalParts, work: Work, rows: readonly StepRow[]) {
    this.#parts = parts
    this.#work = work
    this.#rows = new Map(rows.map((row) => [row.number, row]))
    this.#looks = [...work.patienceMs]
  }

  async run(): Promise<Ending> {
    const { steps } = this.#work.plan
    for (const [number, planned] of steps.entries()) {
      const row = this.#rows.get(number)
      if (row?.state === 'DONE') {
        this.#done[planned.name] = JSON.parse(row.outcome) as StepOutcome
        continue
      }
      if (this.#work.late && row === undefined) return await this.#takeBack(abandoned())
      const ending = await this.#settle(number, planned, row)
      if (ending !== 'done') return ending.state === 'refused' ? await this.#takeBack(ending.refusal) : ending
    }
    return { state: 'succeeded', done: this.#done }
  }

  /** Does one step, or finds out that it was done. */
  async #settle(
    number: number,
    planned: PlannedStep,
    row: StepRow | undefined,
  ): Promise<'done' | Exclude<Ending, { state: 'succeeded' }>> {
    // Whoever wrote the intent down before may have sent it: look first.
    let known: 'unsent' | 'unknown' = row === undefined ? 'unsent' : 'unknown'
    for (;;) {
      if (known === 'unsent') {
        await this.#intend(number, planned)
        const sent = await this.#send(planned)
        if ('outcome' in sent) return await this.#finish(number, planned, sent.outcome)
        // The first answer to a first try is final. A refusal after an unknown try may mean that the first one arrived.
        if ('refusal' in sent && row === undefined) return await this.#reject(number, planned, sent.refusal)
        await this.#write(number, planned, {
          state: 'UNKNOWN',
          note: 'refusal' in sent ? sent.refusal.code : sent.note,
        })
        row ??= this.#rows.get(number)
        known = 'unknown'
      }
      const found = await this.#find(planned)
      if (found.state === 'done') return await this.#finish(number, planned, found.outcome)
      if (found.state === 'conflict')
        return await this.#reject(number, planned, new ServiceError('CONCURRENT_CHANGE'))
      if (found.state === 'not_done' && this.#work.late) return { state: 'refused', refusal: abandoned() }
      const waitMs = this.#looks.shift()
      if (waitMs === undefined) return { state: 'open', note: `${planned.name}: ${found.state}` }
      await this.#parts.runtime.pause(waitMs)
      if (found.state === 'not_done') known = 'unsent'
    }
  }

  async #send(
    planned: PlannedStep,
  ): Promise<{ outcome: StepOutcome } | { refusal: ServiceError } | { note: string }> {
    try {
      const outcome = await sendPermission.run(
        () => this.#requireTime(),
        () => this.#stepOf(planned).send(this.#contextOf(planned)),
      )
      return { outcome }
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      if (error instanceof ServiceError && isRefusal(error)) return { refusal: error }
      return { note: error instanceof Error ? error.message.slice(0, 200) : 'failed' }
    }
  }

  async #find(planned: PlannedStep) {
    try {
      return await this.#stepOf(planned).find(this.#contextOf(planned))
    } catch (error) {
      // Whatever keeps us from looking says nothing about the step.
      this.#parts.log.info('a step could not be looked for', {
        operationId: this.#work.hold.id,
        step: planned.name,
        note: (error as Error).message.slice(0, 200),
      })
      return { state: 'unclear' } as const
    }
  }

  /** The intent is committed, under a renewed lease, before anything is sent. */
  async #intend(number: number, planned: PlannedStep): Promise<void> {
    const { store, runtime } = this.#parts
    const { hold, plan } = this.#work
    await persist(this.#parts, () =>
      store.db.transaction().execute(async (transaction) => {
        if (!(await renewLease(transaction, store.clock, hold, leaseMs))) throw new LeaseLost()
        await updateOperation(transaction, hold, {
          state: 'EXECUTING',
          plan: JSON.stringify(plan),
          updated_at: runtime.now(),
        })
        await saveStep(transaction, this.#rowOf(number, planned, { state: 'INTENT' }))
      }),
    )
    this.#leasedAt = runtime.monotonic()
  }

  async #finish(number: number, planned: PlannedStep, outcome: StepOutcome): Promise<'done'> {
    await this.#write(number, planned, {
      state: 'DONE',
      outcome: JSON.stringify(outcome),
      settled_at: this.#parts.runtime.now(),
    })
    this.#done[planned.name] = outcome
    return 'done'
  }

  async #reject(
    number: number,
    planned: PlannedStep,
    refusal: ServiceError,
  ): Promise<{ state: 'refused'; refusal: ServiceError }> {
    await this.#write(number, planned, {
      state: 'REJECTED',
      note: refusal.code,
      settled_at: this.#parts.runtime.now(),
    })
    return { state: 'refused', refusal }
  }

  /** Takes back, in reverse, what earlier steps made; when that cannot be done now, it is tried again later. */
  async #takeBack(refusal: ServiceError): Promise<Ending> {
    const { plan } = this.#work
    for (const [number, planned] of [...plan.steps.entries()].reverse()) {
      const outcome = this.#done[planned.name]
      const undo = this.#stepOf(planned).undo
      if (outcome === undefined || undo === undefined) continue
      try {
        await undo.call(this.#stepOf(planned), this.#contextOf(planned), outcome)
      } catch (error) {
        return { state: 'open', note: `undo ${planned.name}: ${(error as Error).message.slice(0, 200)}` }
      }
      await this.#write(number, planned, { state: 'COMPENSATED', settled_at: this.#parts.runtime.now() })
    }
    return { state: 'refused', refusal }
  }

  /** Writes a step down, if the operation is still ours. */
  async #write(number: number, planned: PlannedStep, change: Partial<StepRow>): Promise<void> {
    const { store, runtime } = this.#parts
    const { hold } = this.#work
    await persist(this.#parts, () =>
      store.db.transaction().execute(async (transaction) => {
        const state = change.state === 'UNKNOWN' ? { state: 'UNKNOWN' } : {}
        if (!(await updateOperation(transaction, hold, { ...state, updated_at: runtime.now() })))
          throw new LeaseLost()
        await saveStep(transaction, this.#rowOf(number, planned, change))
      }),
    )
  }

  #rowOf(number: number, planned: PlannedStep, change: Partial<StepRow>): StepRow {
    const { hold } = this.#work
    const row: StepRow = {
      operation_id: hold.id,
      number,
      name: planned.name,
      state: 'INTENT',
      outcome: '',
      note: '',
      intent_at: this.#parts.runtime.now(),
      settled_at: null,
      ...this.#rows.get(number),
      ...change,
      fence: hold.fence,
    }
    this.#rows.set(number, row)
    return row
  }

  /** A process that stood still past its lease must not send what it was about to send. */
  #requireTime(): void {
    if (this.#parts.runtime.monotonic() - this.#leasedAt > latestSendMs) throw new LeaseLost()
  }

  #stepOf(planned: PlannedStep): Step {
    const step = this.#work.write.steps[planned.name]
    if (!step) throw new Error(`${this.#work.operation.name} has no step named ${planned.name}.`)
    return step
  }

  #contextOf(planned: PlannedStep): StepContext<Plain> {
    const { marker, created_at: startedAt } = this.#work.operation
    return { data: planned.data, marker, startedAt, done: this.#done, ctx: this.#work.ctx }
  }
}

/** Only what the platform, or we ourselves before sending, definitely refused. A missing connection may come back. */
function isRefusal(error: ServiceError): boolean {
  if (error.code === 'ACCOUNT_NOT_LINKED' || error.code === 'ACCOUNT_RELINK_REQUIRED') return false
  return error.status < 500 && error.status !== 408 && error.status !== 429
}

function abandoned(): ServiceError {
  return new ServiceError('OPERATION_ABANDONED')
}
