// A write while one owner executes it: its lease, the rows of its steps, and the outcomes of finished steps.

import type { AdConnector } from '../../platforms/connector-kit/adConnector.ts'
import { renewLease, updateEntry } from '../../store/entryOwnership.ts'
import { type JournalStep, saveStep } from '../../store/journalSteps.ts'
import { insertLateCheck } from '../../store/lateChecks.ts'
import type { Db } from '../../store/tables.ts'
import type { JournalDeps, WriteAccount } from '../journalDeps.ts'
import { firstLateCheckAt } from '../lateCheck.ts'
import { acceptedAt, Lease, LeaseLost, leaseMs } from '../lease.ts'
import type { LeasedEntry } from '../lossMonitor.ts'
import { type PersistDeps, persist } from '../persist.ts'
import { type DoneStep, type Plan, type PlannedStep, parseOutcome, type StepOutcome } from '../plan.ts'
import type { AssessedRaise } from '../spend/spendGuard.ts'
import type { Step, StepContext } from '../step.ts'
import { getStep, type Write } from '../write.ts'

export type ExecutionDeps = PersistDeps &
  Pick<JournalDeps, 'runtimeByPlatform' | 'accounts' | 'spendGuard' | 'markers' | 'lossMonitor' | 'stopping'>

export interface ExecutionInput {
  readonly entry: LeasedEntry
  readonly write: Write
  readonly plan: Plan
  /** The account that the write was planned for. */
  readonly account: WriteAccount
  /**
   * The spend increase of the plan, if it has one. The guard assesses the increase again with the first
   * intent.
   */
  readonly raise?: AssessedRaise
  /**
   * Delays before each further attempt to reconcile a step with an unknown outcome. After the last one the
   * write stays open.
   */
  readonly reconcileDelaysMs: readonly number[]
  /**
   * True past the deadline, or when the user is no longer linked. Then no new step starts, and earlier steps
   * are reconciled or compensated.
   */
  readonly isLate: boolean
}

/** A step of the plan, with the declaration that sends and reconciles it. */
export interface NumberedStep {
  /** The position in the plan. Several steps may have the same name. */
  readonly number: number
  readonly planned: PlannedStep
  readonly declaration: Step
}

export class RunningWrite {
  readonly deps: ExecutionDeps
  readonly input: ExecutionInput
  readonly lease: Lease
  readonly steps: readonly NumberedStep[]
  /** Delays before further attempts to reconcile, for all steps together. */
  readonly remainingDelaysMs: number[]
  /** Whether an intent of this write is known to be committed. */
  isStarted: boolean
  /** The spend increase of an approved write, assessed again before its first step. */
  approvedRaise: AssessedRaise | undefined
  /**
   * When the database lost writes. Cleared once a reconciliation has shown that the lost write did not create
   * the object.
   */
  lostAt: number | undefined
  /** Keyed by the position in the plan, like the outcomes. */
  readonly #rows: Map<number, JournalStep>
  readonly #outcomes = new Map<number, StepOutcome>()

  constructor(deps: ExecutionDeps, input: ExecutionInput, rows: readonly JournalStep[]) {
    const { entry, write, plan } = input
    this.deps = deps
    this.input = input
    this.lease = new Lease(deps, (db) => renewLease(db, deps.store.clock, entry, leaseMs))
    this.steps = plan.steps.map((planned, number) => ({
      number,
      planned,
      declaration: getStep(write, planned.name),
    }))
    this.remainingDelaysMs = [...input.reconcileDelaysMs]
    this.isStarted = rows.length > 0
    this.lostAt = mayBeLost(entry) ? entry.lostAt : undefined
    this.#rows = new Map(rows.map((row) => [row.number, row]))
    for (const row of rows) if (row.state === 'DONE') this.#outcomes.set(row.number, parseOutcome(row))
  }

  /** Whether an intent of this write was committed, or may be committed by a transaction in progress. */
  get hasIntents(): boolean {
    return this.#rows.size > 0
  }

  /** No new step starts, and no step is sent again. A half-done write may be one that is finished late. */
  get isAbandoned(): boolean {
    const { isLate, entry, write } = this.input
    return (
      entry.isOvertaken || (isLate && !(this.#outcomes.size > 0 && write.completesAfterDeadline === true))
    )
  }

  /** Whether the write was approved and no step of it was begun. */
  get isApprovedStart(): boolean {
    return this.input.entry.plan !== undefined && !this.hasIntents && !this.isAbandoned
  }

  /** Whether finished steps increase spend. */
  get hasRaisedSpend(): boolean {
    return this.steps.some(
      ({ number, planned, declaration }) =>
        this.#outcomes.has(number) && declaration.raisesSpend(planned.data),
    )
  }

  get doneSteps(): readonly DoneStep[] {
    return this.steps.flatMap(({ number, planned: { name } }) => {
      const outcome = this.#outcomes.get(number)
      return outcome ? [{ name, outcome }] : []
    })
  }

  findRow({ number }: NumberedStep): JournalStep | undefined {
    return this.#rows.get(number)
  }

  findRejectedRow(): JournalStep | undefined {
    return [...this.#rows.values()].find(({ state }) => state === 'REJECTED')
  }

  findOutcome({ number }: NumberedStep): StepOutcome | undefined {
    return this.#outcomes.get(number)
  }

  recordOutcome({ number }: NumberedStep, outcome: StepOutcome): void {
    this.#outcomes.set(number, outcome)
  }

  removeOutcome({ number }: NumberedStep): void {
    this.#outcomes.delete(number)
  }

  buildContext({ number }: NumberedStep, isResend = false): StepContext<AdConnector> {
    const { entry, plan, account, write } = this.input
    const writeAcceptedAt = acceptedAt(entry)
    return {
      connector: account.connector,
      runtime: this.deps.runtimeByPlatform[write.platform],
      marker: entry.marker,
      plannedAt: plan.plannedAt ?? writeAcceptedAt,
      intentCommittedAt: this.#rows.get(number)?.intentAt ?? writeAcceptedAt,
      startedAt: this.deps.runtime.now(),
      isResend,
      doneSteps: this.doneSteps,
    }
  }

  /** Saves a step, if this owner still has the entry. */
  async saveStep(step: NumberedStep, change: Partial<JournalStep>, mayStillArrive = false): Promise<void> {
    const row = this.updateRow(step, change)
    const entryChange = this.buildEntryChange(change.state === 'UNKNOWN' ? 'UNKNOWN' : 'EXECUTING')
    await persist(this.deps, (db) =>
      db.transaction().execute(async (transaction) => {
        if (!(await updateEntry(transaction, this.input.entry, entryChange))) throw new LeaseLost()
        await saveStep(transaction, row)
        if (mayStillArrive) await this.scheduleLateCheck(transaction, step, row)
      }),
    )
  }

  updateRow({ number, planned }: NumberedStep, change: Partial<JournalStep>): JournalStep {
    const { id, fence } = this.input.entry
    const row: JournalStep = {
      entryId: id,
      number,
      name: planned.name,
      state: 'INTENT',
      outcome: undefined,
      note: '',
      intentAt: this.deps.runtime.now(),
      finishedAt: undefined,
      ...this.#rows.get(number),
      ...change,
      fence,
    }
    this.#rows.set(number, row)
    return row
  }

  /** An entry that needs attention stays in that state until it ends. */
  buildEntryChange(state: 'EXECUTING' | 'UNKNOWN') {
    const { entry } = this.input
    return {
      state: entry.state === 'NEEDS_ATTENTION' ? entry.state : state,
      updatedAt: this.deps.runtime.now(),
    }
  }

  /** Schedules the checks for duplicate objects of this step that appear late. */
  async scheduleLateCheck(transaction: Db, { declaration }: NumberedStep, row: JournalStep): Promise<void> {
    if (!declaration.findDuplicates) return
    const { entryId: operation_id, number, intentAt: resent_at } = row
    const due_at = firstLateCheckAt(resent_at)
    await insertLateCheck(transaction, { operation_id, number }, { resent_at, due_at })
  }
}

/**
 * Whether the database may have lost an earlier attempt of this write. That is possible when the write has an
 * idempotency key, or was begun before the loss.
 */
function mayBeLost({ idempotencyKey, plan }: LeasedEntry): boolean {
  return idempotencyKey !== undefined || plan !== undefined
}
