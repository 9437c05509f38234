// The execution of one write by one owner. Each step is committed as an intent before it is sent.

import type { OperationName } from '@adrail/contract'
import { inSpan } from '../observability/tracing.ts'
import { ServiceError } from '../runtime/errors.ts'
import { type JournalStep, renewLease, saveStep, updateEntry } from '../store/journalEntries.ts'
import { insertLateCheck } from '../store/lateChecks.ts'
import type { Db } from '../store/tables.ts'
import { toWriteEventData } from './attention.ts'
import { describeLostAuthority, requireAuthority } from './authority.ts'
import type { JournalDeps, WriteAccount } from './journalDeps.ts'
import { firstLateCheckAt } from './lateCheck.ts'
import { acceptedAt, Lease, LeaseLost, leaseMs, NotSent } from './lease.ts'
import type { LeasedEntry } from './lossMonitor.ts'
import { persist } from './persist.ts'
import type { DoneStep, Plan, PlannedStep, ReconcileResult, StepOutcome } from './plan.ts'
import { assessRaise } from './planning.ts'
import {
  abandonedRefusal,
  concurrentChangeError,
  isRefusal,
  LeftoverObject,
  parseRefusal,
  type Refusal,
  toRefusal,
  withRemarks,
} from './refusal.ts'
import type { AssessedRaise } from './spend/spendGuard.ts'
import { getStep, type StepContext, type Write } from './write.ts'

/**
 * A call may take half a minute, and reads may lag as long. A request can show an effect this long after its
 * intent.
 */
const visibilityMs = 60_000

type RefusedOutcome = {
  readonly state: 'refused'
  readonly refusal: Refusal
  /** Whether steps that increase spend were done and could not be compensated. */
  readonly hasRaisedSpend?: boolean
}
/** The outcome is unknown, so the runner reconciles again later. */
export type OpenOutcome = {
  readonly state: 'open'
  readonly note: string
  readonly conclusiveAt?: number | undefined
  readonly retryAfterSeconds?: number | undefined
}
type SucceededOutcome = { readonly state: 'succeeded'; readonly doneSteps: readonly DoneStep[] }

/** The result of an execution, as far as this owner could find out. */
export type ExecutionOutcome = SucceededOutcome | RefusedOutcome | OpenOutcome

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
  /** True when another write has overtaken this one. Then the outcome is only reconciled. */
  readonly isOvertaken: boolean
}

/**
 * The write was refused with its first intent, which was not committed. The journal treats the request as if
 * it had never arrived.
 */
export class NotStarted extends Error {
  readonly refusal: ServiceError

  constructor(refusal: ServiceError) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * An approval rule that covers the write was set after planning. The write is planned again and then needs
 * approval.
 */
export class RulesChanged extends Error {}

function throwNotStarted(error: unknown): never {
  throw error instanceof ServiceError ? new NotStarted(error) : error
}

export class Execution {
  readonly #deps: JournalDeps
  readonly #input: ExecutionInput
  readonly #lease: Lease
  /** Keyed by the position in the plan, like the outcomes: several steps may have the same name. */
  readonly #rows: Map<number, JournalStep>
  readonly #outcomes = new Map<number, StepOutcome>()
  readonly #remainingDelays: number[]
  /** Whether an intent of this write was committed. */
  #isStarted: boolean
  /** The spend increase of an approved write, assessed again before its first step. */
  #approvedRaise: AssessedRaise | undefined
  /**
   * When the database lost writes. Cleared once a reconciliation has shown that the lost write did not create
   * the object.
   */
  #lostAt: number | undefined

  constructor(deps: JournalDeps, input: ExecutionInput, rows: readonly JournalStep[]) {
    this.#deps = deps
    this.#input = input
    this.#lease = new Lease(deps, (db) => renewLease(db, deps.store.clock, input.entry, leaseMs))
    this.#rows = new Map(rows.map((row) => [row.number, row]))
    this.#remainingDelays = [...input.reconcileDelaysMs]
    this.#isStarted = rows.length > 0
    this.#lostAt = mayBeLost(input.entry) ? input.entry.lostAt : undefined
    for (const row of rows)
      if (row.state === 'DONE') this.#outcomes.set(row.number, JSON.parse(row.outcome) as StepOutcome)
  }

  async run(): Promise<ExecutionOutcome> {
    try {
      return await this.#run()
    } catch (error) {
      const { entry, write } = this.#input
      if (error instanceof LeaseLost && this.#isStarted)
        await this.#deps.lossMonitor.checkMissing(entry, {
          ...toWriteEventData(entry, write.platform),
          upstreamId: this.#doneSteps().at(-1)?.outcome.upstreamId ?? '',
        })
      throw error
    }
  }

  async #run(): Promise<ExecutionOutcome> {
    const rejectedRow = [...this.#rows.values()].find(({ state }) => state === 'REJECTED')
    // The owner that recorded the rejection may have begun to compensate. The execution must not go forward
    // again.
    const outcome: ExecutionOutcome = rejectedRow
      ? { state: 'refused', refusal: parseRefusal(rejectedRow) ?? abandonedRefusal }
      : await this.#runSteps()
    return outcome.state === 'refused' ? await this.#compensate(outcome) : outcome
  }

  async #runSteps(): Promise<ExecutionOutcome> {
    const conflict = await this.#findConflict()
    if (conflict) return conflict
    this.#approvedRaise = await this.#assessApprovedRaise()
    for (const [number, plannedStep] of this.#input.plan.steps.entries()) {
      if (this.#outcomes.has(number)) continue
      if (!this.#rows.has(number) && this.#isAbandoned())
        return await this.#recordRejection(number, plannedStep, abandonedRefusal)
      const stepResult = await inSpan(`step ${plannedStep.name}`, { 'adrail.step': number }, async (span) => {
        const result = await this.#runStep(number, plannedStep)
        span.setAttribute('adrail.state', result === 'done' ? result : result.state)
        return result
      })
      if (stepResult !== 'done') return stepResult
    }
    return { state: 'succeeded', doneSteps: this.#doneSteps() }
  }

  /**
   * An approved write has held its target since the decision and was planned shortly before. A change by
   * someone else in between must not be overwritten. Only writes that increase spend are approved, and each
   * of their steps changes a different object.
   */
  async #findConflict(): Promise<RefusedOutcome | OpenOutcome | undefined> {
    const { entry, plan } = this.#input
    if (!this.#isApprovedStart() || entry.target === '') return undefined
    for (const [number, plannedStep] of plan.steps.entries()) {
      await this.#lease.renew()
      const reconcileResult = await this.#reconcile(number, plannedStep)
      if (reconcileResult.state === 'unclear')
        return { state: 'open', note: `${plannedStep.name}: ${reconcileResult.state}` }
      if (reconcileResult.state === 'conflict')
        return await this.#recordRejection(
          number,
          plannedStep,
          toRefusal(reconcileResult.refusal ?? concurrentChangeError()),
        )
    }
    return undefined
  }

  /** The deciding process may have died after the decision, and limits may have been set since. */
  async #assessApprovedRaise(): Promise<AssessedRaise | undefined> {
    if (!this.#isApprovedStart()) return undefined
    await this.#lease.renew()
    const { write, entry } = this.#input
    const { workspace_id: workspaceId, key_id: keyId, user_id: userId } = entry
    return await assessRaise(this.#deps, write.platform, { workspaceId, keyId, userId }, this.#input)
  }

  #isApprovedStart(): boolean {
    return this.#input.entry.plan !== '' && this.#rows.size === 0 && !this.#isAbandoned()
  }

  /** Sends one step, or finds out that the step was done. */
  async #runStep(number: number, plannedStep: PlannedStep): Promise<'done' | RefusedOutcome | OpenOutcome> {
    const earlierRow = this.#rows.get(number)
    // An earlier process may have sent the intent that it wrote, and so may a write that the database lost.
    // Reconcile first.
    let isFirstTry = earlierRow === undefined
    let lostAt = getStep(this.#input.write, plannedStep.name).createsMarkedObject ? this.#lostAt : undefined
    let shouldSend = isFirstTry && lostAt === undefined
    if (isFirstTry && lostAt !== undefined) {
      const stopRefusal = await this.#writeIntent(number, plannedStep)
      if (stopRefusal) return await this.#recordRejection(number, plannedStep, stopRefusal)
      this.#remainingDelays.unshift(0)
    }
    let refusal = earlierRow && parseRefusal(earlierRow)
    let note = 'unclear'
    let conclusiveAt: number | undefined
    let retryAfterSeconds: number | undefined
    for (;;) {
      if (shouldSend) {
        const stopRefusal = await this.#writeIntent(number, plannedStep, !isFirstTry)
        const sendResult = stopRefusal
          ? { refusal: stopRefusal, note: stopRefusal.results.code }
          : await this.#send(number, plannedStep, !isFirstTry)
        if ('outcome' in sendResult && (await this.#isVerified(number, plannedStep)))
          return await this.#recordDone(number, plannedStep, sendResult.outcome)
        // The first try of the first step was not sent, so the write had no effect.
        if ('unsent' in sendResult && sendResult.unsent && isFirstTry && number === 0) throw sendResult.unsent
        // The response to a first try is final. A refusal after a try with an unknown outcome may mean that
        // the first try arrived.
        refusal = 'refusal' in sendResult ? sendResult.refusal : undefined
        if (refusal && isFirstTry) return await this.#recordRejection(number, plannedStep, refusal)
        isFirstTry = false
        const outcome = refusal ? JSON.stringify({ refusal }) : ''
        const note = 'note' in sendResult ? sendResult.note : 'confirmed, but not seen'
        await this.#saveStep(number, plannedStep, { state: 'UNKNOWN', note, outcome })
        conclusiveAt = undefined
      }
      const waitMs = this.#remainingDelays.shift()
      if (waitMs === undefined || this.#deps.stopping.aborted)
        return { state: 'open', note: `${plannedStep.name}: ${note}`, conclusiveAt, retryAfterSeconds }
      // All waiting precedes the reconciliation. A wait between it and the next try could hide a change by
      // someone else.
      await this.#wait(Math.min(waitMs, this.#msUntilConclusive(conclusiveAt)))
      await this.#lease.renew()
      const reconciledAt = this.#deps.runtime.now()
      const reconcileResult = await (lostAt === undefined
        ? this.#reconcile(number, plannedStep)
        : this.#reconcileLost(number, plannedStep, lostAt, isFirstTry))
      if (reconcileResult.state === 'done')
        return await this.#recordDone(number, plannedStep, reconcileResult.outcome)
      if (reconcileResult.state === 'conflict')
        return await this.#recordRejection(
          number,
          plannedStep,
          refusal ?? toRefusal(reconcileResult.refusal ?? concurrentChangeError()),
          true,
        )
      // A refused try is not resent, and neither is any try past the deadline. Both are only reconciled until
      // no try can arrive any more.
      const finalRefusal = refusal ?? (this.#isAbandoned() ? abandonedRefusal : undefined)
      if (
        finalRefusal &&
        reconcileResult.state === 'not_done' &&
        this.#isPastVisibilityDelay(number, reconciledAt)
      )
        return await this.#recordRejection(number, plannedStep, finalRefusal, true)
      // Later steps build on this one, so they were not done either.
      if (reconcileResult.state === 'not_done') this.#lostAt = lostAt = undefined
      note = reconcileResult.state
      conclusiveAt = reconcileResult.state === 'unclear' ? reconcileResult.conclusiveAt : undefined
      retryAfterSeconds = reconcileResult.state === 'unclear' ? reconcileResult.retryAfterSeconds : undefined
      shouldSend = reconcileResult.state === 'not_done' && finalRefusal === undefined
    }
  }

  /**
   * Commits the intent under a renewed lease before anything is sent. Returns a refusal when the step must
   * not be sent any more.
   */
  async #writeIntent(
    number: number,
    plannedStep: PlannedStep,
    isResend = false,
  ): Promise<Refusal | undefined> {
    const { runtime, accounts, spendGuard } = this.#deps
    const isFirst = this.#rows.size === 0
    const startsWrite = isFirst && this.#input.entry.plan === ''
    let stopRefusal: Refusal | undefined
    await this.#lease.renew(async (transaction) => {
      const reason = startsWrite ? undefined : await this.#findStopReason(transaction, plannedStep, isFirst)
      stopRefusal = reason && toRefusal(reason)
      if (stopRefusal) return
      const row = this.#updateRow(number, plannedStep, {
        state: 'INTENT',
        outcome: '',
        intent_at: runtime.now(),
      })
      const { plan, account, entry, raise } = this.#input
      // From here on the credential that can find the outcome is retained, even when the user disconnects.
      if (startsWrite && !(await accounts.lockCredential(transaction, account.pinnedConnection)))
        throw new NotStarted(
          new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform: this.#input.write.platform } }),
        )
      const approvalRequirement =
        startsWrite &&
        raise &&
        (await spendGuard.reserve(transaction, entry.id, raise).catch(throwNotStarted))
      if (approvalRequirement) throw new RulesChanged()
      // The raise is reserved first, because it takes the lock that revoking a key needs.
      if (startsWrite) await this.#requireAuthority(transaction).catch(throwNotStarted)
      await updateEntry(transaction, entry, {
        ...this.#entryChange('EXECUTING'),
        plan: JSON.stringify(plan),
        pin: JSON.stringify(account.pinnedConnection),
        credential_id: account.pinnedConnection.credentialId,
      })
      await saveStep(transaction, row)
      if (isResend) await this.#scheduleLateCheck(transaction, row)
    })
    this.#isStarted = true
    return stopRefusal
  }

  /** The cast is safe, because the journal writes only names of operations. */
  async #requireAuthority(transaction: Db): Promise<void> {
    const { workspace_id: workspaceId, key_id: keyId, name } = this.#input.entry
    const now = this.#deps.runtime.now()
    await requireAuthority(transaction, { workspaceId, keyId }, name as OperationName, now)
  }

  /** Returns why a step of a started or approved write must not be sent any more. */
  async #findStopReason(
    transaction: Db,
    plannedStep: PlannedStep,
    isFirst: boolean,
  ): Promise<ServiceError | undefined> {
    // First, because it takes the lock under which freezes, limits and keys are changed.
    const { spendGuard } = this.#deps
    const limitError =
      isFirst && this.#approvedRaise
        ? await spendGuard.recheck(transaction, this.#input.entry.id, this.#approvedRaise)
        : undefined
    const stopError = limitError ?? (await this.#checkStepFreeze(transaction, plannedStep))
    if (stopError || !isFirst) return stopError
    try {
      await this.#requireAuthority(transaction)
      return undefined
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return new ServiceError('APPROVAL_EXPIRED', {
        values: { problem: describeLostAuthority(error) },
        cause: error,
      })
    }
  }

  /** Spending may have been frozen since the write began. Then a step that increases spend is not sent. */
  async #checkStepFreeze(db: Db, { name, data }: PlannedStep): Promise<ServiceError | undefined> {
    return getStep(this.#input.write, name).raisesSpend(data) ? await this.#checkFreeze(db) : undefined
  }

  async #checkFreeze(db: Db): Promise<ServiceError | undefined> {
    const { write, entry } = this.#input
    const { workspace_id: workspaceId, user_id: userId } = entry
    return await this.#deps.spendGuard.checkFreeze(db, { workspaceId, userId, platform: write.platform })
  }

  async #send(
    number: number,
    plannedStep: PlannedStep,
    isResend: boolean,
  ): Promise<{ outcome: StepOutcome } | { refusal?: Refusal; unsent?: NotSent; note: string }> {
    try {
      const step = getStep(this.#input.write, plannedStep.name)
      const send = () => step.send(plannedStep.data, this.#stepContext(number, isResend))
      const checkStop = step.raisesSpend(plannedStep.data)
        ? () => this.#checkStepFreeze(this.#deps.store.db, plannedStep)
        : undefined
      return { outcome: await this.#lease.guardSends(send, checkStop) }
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      if (error instanceof NotSent) {
        const refusal = isRefusal(error.failure) ? { refusal: toRefusal(error.failure) } : {}
        return { unsent: error, ...refusal, note: toNote(error) }
      }
      if (error instanceof ServiceError && isRefusal(error))
        return { refusal: toRefusal(error), note: error.code }
      return { note: toNote(error) }
    }
  }

  /** For a step with `needsVerification`, a confirmation by the platform is not enough. */
  async #isVerified(number: number, plannedStep: PlannedStep): Promise<boolean> {
    if (!getStep(this.#input.write, plannedStep.name).needsVerification) return true
    return (await this.#reconcile(number, plannedStep)).state === 'done'
  }

  /**
   * Searches for objects that a write may have created before the database lost it. Such an object may still
   * appear for a while after the loss.
   */
  async #reconcileLost(
    number: number,
    plannedStep: PlannedStep,
    lostAt: number,
    isFirstTry: boolean,
  ): Promise<ReconcileResult> {
    const { workspace_id, name, idempotency_key, created_at, marker } = this.#input.entry
    const request = {
      workspaceId: workspace_id,
      operation: name,
      idempotencyKey: idempotency_key ?? undefined,
      at: created_at,
    }
    // No first try has been sent since the loss.
    const intentCommittedAt = isFirstTry
      ? lostAt
      : Math.max(lostAt, this.#stepContext(number).intentCommittedAt)
    const results: ReconcileResult[] = []
    for (const candidate of this.#deps.markers.listCandidates(request, marker))
      results.push(await this.#reconcile(number, plannedStep, { marker: candidate, intentCommittedAt }))
    // A marker that could not be searched for may be the object's. Only a complete search of all markers
    // proves that no object exists.
    const findByState = (wantedState: ReconcileResult['state']) =>
      results.find(({ state }) => state === wantedState)
    return findByState('done') ?? findByState('unclear') ?? findByState('conflict') ?? { state: 'not_done' }
  }

  async #reconcile(
    number: number,
    plannedStep: PlannedStep,
    overrides: Partial<Pick<StepContext<unknown>, 'marker' | 'intentCommittedAt'>> = {},
  ): Promise<ReconcileResult> {
    try {
      const step = getStep(this.#input.write, plannedStep.name)
      return await step.reconcile(plannedStep.data, { ...this.#stepContext(number), ...overrides })
    } catch (error) {
      // An error during reconciliation proves nothing about the step.
      this.#deps.log.info('journal.step.reconcile_failed', {
        operationId: this.#input.entry.id,
        step: plannedStep.name,
        note: toNote(error),
      })
      const retryAfterSeconds = error instanceof ServiceError ? error.details.retryAfterSeconds : undefined
      return { state: 'unclear', ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
    }
  }

  async #recordDone(number: number, plannedStep: PlannedStep, outcome: StepOutcome): Promise<'done'> {
    const finishedAt = this.#deps.runtime.now()
    await this.#saveStep(number, plannedStep, {
      state: 'DONE',
      outcome: JSON.stringify(outcome),
      settled_at: finishedAt,
    })
    this.#outcomes.set(number, outcome)
    return 'done'
  }

  /** From here on the write only compensates. A try that was sent and not found may still be carried out. */
  async #recordRejection(
    number: number,
    plannedStep: PlannedStep,
    refusal: Refusal,
    wasSent = false,
  ): Promise<RefusedOutcome> {
    const change = {
      state: 'REJECTED',
      note: refusal.results.code,
      outcome: JSON.stringify({ refusal }),
      settled_at: this.#deps.runtime.now(),
    }
    await this.#saveStep(number, plannedStep, change, wasSent)
    return { state: 'refused', refusal }
  }

  /** Schedules the checks for duplicate objects of this step that appear late. */
  async #scheduleLateCheck(transaction: Db, row: JournalStep): Promise<void> {
    if (!getStep(this.#input.write, row.name).findDuplicates) return
    const sentAt = row.intent_at
    await insertLateCheck(transaction, row, { resent_at: sentAt, due_at: firstLateCheckAt(sentAt) })
  }

  /**
   * Compensates finished steps in reverse order. A failed compensation is retried later. Effects that cannot
   * be compensated are reported with the refusal.
   */
  async #compensate(refusedOutcome: RefusedOutcome): Promise<RefusedOutcome | OpenOutcome> {
    if (this.#input.isOvertaken) return refusedOutcome
    const remarks: string[] = []
    for (const [number, plannedStep] of [...this.#input.plan.steps.entries()].reverse()) {
      const outcome = this.#outcomes.get(number)
      const step = getStep(this.#input.write, plannedStep.name)
      if (outcome === undefined || !step.canCompensate) continue
      await this.#lease.renew()
      try {
        if (step.compensationRaisesSpend(plannedStep.data) && (await this.#checkFreeze(this.#deps.store.db)))
          throw new LeftoverObject(
            'Spend increases were blocked meanwhile, so what it had lowered before stays lowered.',
          )
        await inSpan(`take back ${plannedStep.name}`, { 'adrail.step': number }, () =>
          this.#lease.guardSends(() => step.compensate(plannedStep.data, this.#stepContext(number), outcome)),
        )
      } catch (error) {
        if (error instanceof LeaseLost) throw error
        if (!(error instanceof LeftoverObject))
          return { state: 'open', note: `take back ${plannedStep.name}: ${toNote(error)}` }
        remarks.push(error.message)
        continue
      }
      await this.#saveStep(number, plannedStep, {
        state: 'COMPENSATED',
        settled_at: this.#deps.runtime.now(),
      })
      this.#outcomes.delete(number)
    }
    return {
      ...refusedOutcome,
      refusal: withRemarks(refusedOutcome.refusal, remarks),
      hasRaisedSpend: this.#hasRaisedSpend(),
    }
  }

  /** Saves a step, if this owner still has the entry. */
  async #saveStep(
    number: number,
    plannedStep: PlannedStep,
    change: Partial<JournalStep>,
    mayStillArrive = false,
  ): Promise<void> {
    const row = this.#updateRow(number, plannedStep, change)
    const { entry } = this.#input
    const entryChange = this.#entryChange(change.state === 'UNKNOWN' ? 'UNKNOWN' : 'EXECUTING')
    await persist(this.#deps, (db) =>
      db.transaction().execute(async (transaction) => {
        if (!(await updateEntry(transaction, entry, entryChange))) throw new LeaseLost()
        await saveStep(transaction, row)
        if (mayStillArrive) await this.#scheduleLateCheck(transaction, row)
      }),
    )
  }

  #updateRow(number: number, plannedStep: PlannedStep, change: Partial<JournalStep>): JournalStep {
    const { id, fence } = this.#input.entry
    const row: JournalStep = {
      operation_id: id,
      number,
      name: plannedStep.name,
      state: 'INTENT',
      outcome: '',
      note: '',
      intent_at: this.#deps.runtime.now(),
      settled_at: null,
      ...this.#rows.get(number),
      ...change,
      fence,
    }
    this.#rows.set(number, row)
    return row
  }

  /** An entry that needs attention stays in that state until it ends. */
  #entryChange(state: string) {
    const { entry } = this.#input
    return {
      state: entry.state === 'NEEDS_ATTENTION' ? entry.state : state,
      updated_at: this.#deps.runtime.now(),
    }
  }

  #isAbandoned(): boolean {
    const { isLate, isOvertaken, write } = this.#input
    const isHalfDone = this.#outcomes.size > 0
    return isOvertaken || (isLate && !(isHalfDone && write.completesAfterDeadline === true))
  }

  #msUntilConclusive(conclusiveAt = Number.POSITIVE_INFINITY): number {
    return Math.max(0, conclusiveAt - this.#deps.runtime.now())
  }

  #isPastVisibilityDelay(number: number, at: number): boolean {
    return at - (this.#rows.get(number)?.intent_at ?? 0) >= visibilityMs
  }

  async #wait(durationMs: number): Promise<void> {
    const { runtime, stopping } = this.#deps
    const stopSignal = Promise.withResolvers<void>()
    const stop = () => stopSignal.resolve()
    stopping.addEventListener('abort', stop)
    await Promise.race([runtime.pause(durationMs), stopSignal.promise])
    stopping.removeEventListener('abort', stop)
  }

  #stepContext(number: number, isResend = false): StepContext<unknown> {
    const { entry, plan, account, write } = this.#input
    const writeAcceptedAt = acceptedAt(entry)
    return {
      connector: account.connector,
      runtime: this.#deps.runtimeByPlatform[write.platform],
      marker: entry.marker,
      plannedAt: plan.plannedAt ?? writeAcceptedAt,
      intentCommittedAt: this.#rows.get(number)?.intent_at ?? writeAcceptedAt,
      startedAt: this.#deps.runtime.now(),
      isResend,
      doneSteps: this.#doneSteps(),
    }
  }

  #hasRaisedSpend(): boolean {
    return this.#input.plan.steps.some(
      ({ name, data }, number) =>
        this.#outcomes.has(number) && getStep(this.#input.write, name).raisesSpend(data),
    )
  }

  #doneSteps(): readonly DoneStep[] {
    return this.#input.plan.steps.flatMap(({ name }, number) => {
      const outcome = this.#outcomes.get(number)
      return outcome ? [{ name, outcome }] : []
    })
  }
}

/**
 * Whether the database may have lost an earlier attempt of this write. That is possible when the write has an
 * idempotency key, or was begun before the loss.
 */
function mayBeLost({ idempotency_key, plan }: LeasedEntry): boolean {
  return idempotency_key !== null || plan !== ''
}

function toNote(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'failed'
}
