// The execution of one write by one owner. Each step is committed as an intent before it is sent.

import type { OperationName } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import { inSpan } from '../base/tracing.ts'
import { type JournalStep, renewLease, saveStep, updateEntry } from '../store/journalEntries.ts'
import { insertLateCheck } from '../store/lateChecks.ts'
import type { Db } from '../store/tables.ts'
import { aboutWrite } from './attention.ts'
import { lostAuthority, requireAuthority } from './authority.ts'
import { firstLateCheck } from './lateCheck.ts'
import { begunAt, Lease, LeaseLost, leaseMs, NothingLeft } from './lease.ts'
import type { HeldEntry } from './losses.ts'
import type { Account, JournalParts } from './parts.ts'
import { persist } from './persist.ts'
import type { DoneStep, Finding, Plan, PlannedStep, StepOutcome } from './plan.ts'
import { weighed } from './planning.ts'
import {
  abandoned,
  concurrentChange,
  isRefusal,
  LeftBehind,
  type Refusal,
  refusalIn,
  refusalOf,
  withRemarks,
} from './refusal.ts'
import type { WeighedRaise } from './spend/spendGuard.ts'
import { type Stepping, stepOf, type Write } from './write.ts'

/**
 * A call may take half a minute, and reads may lag as long. A request can show an effect this long after its
 * intent.
 */
const quietMs = 60_000

type Refused = {
  readonly state: 'refused'
  readonly refusal: Refusal
  /** Whether steps that increase spend were done and could not be compensated. */
  readonly raised?: boolean
}
/** The outcome is unknown, so the runner reconciles again later. */
export type Open = {
  readonly state: 'open'
  readonly note: string
  readonly clearAt?: number | undefined
  readonly retryAfterSeconds?: number | undefined
}
type Succeeded = { readonly state: 'succeeded'; readonly done: readonly DoneStep[] }

/** The result of an execution, as far as this owner could find out. */
export type Ending = Succeeded | Refused | Open

export interface Work {
  readonly entry: HeldEntry
  readonly write: Write
  readonly plan: Plan
  /** The account that the write was planned for. */
  readonly account: Account
  /**
   * The spend increase of the plan, if it has one. The guard assesses the increase again with the first
   * intent.
   */
  readonly raise?: WeighedRaise
  /**
   * Delays before each further attempt to reconcile a step with an unknown outcome. After the last one the
   * write stays open.
   */
  readonly patienceMs: readonly number[]
  /**
   * True past the deadline, or when the user is no longer linked. Then no new step starts, and earlier steps
   * are reconciled or compensated.
   */
  readonly late: boolean
  /** True when another write has overtaken this one. Then the outcome is only reconciled. */
  readonly passed: boolean
}

/**
 * The write was refused with its first intent, which was not committed. The journal treats the request as if
 * it had never arrived.
 */
export class NotBegun extends Error {
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

function notBegun(error: unknown): never {
  throw error instanceof ServiceError ? new NotBegun(error) : error
}

export class Execution {
  readonly #parts: JournalParts
  readonly #work: Work
  readonly #lease: Lease
  /** Keyed by the position in the plan, like the outcomes: several steps may have the same name. */
  readonly #rows: Map<number, JournalStep>
  readonly #outcomes = new Map<number, StepOutcome>()
  readonly #looks: number[]
  /** Whether an intent of this write was committed. */
  #isBegun: boolean
  /** The spend increase of an approved write, assessed again before its first step. */
  #approved: WeighedRaise | undefined
  /**
   * When the database lost writes. Cleared once a reconciliation has shown that the lost write did not create
   * the object.
   */
  #lostAt: number | undefined

  constructor(parts: JournalParts, work: Work, rows: readonly JournalStep[]) {
    this.#parts = parts
    this.#work = work
    this.#lease = new Lease(parts, (db) => renewLease(db, parts.store.clock, work.entry, leaseMs))
    this.#rows = new Map(rows.map((row) => [row.number, row]))
    this.#looks = [...work.patienceMs]
    this.#isBegun = rows.length > 0
    this.#lostAt = mayBeForgotten(work.entry) ? work.entry.lostAt : undefined
    for (const row of rows)
      if (row.state === 'DONE') this.#outcomes.set(row.number, JSON.parse(row.outcome) as StepOutcome)
  }

  async run(): Promise<Ending> {
    try {
      return await this.#run()
    } catch (error) {
      const { entry, write } = this.#work
      if (error instanceof LeaseLost && this.#isBegun)
        await this.#parts.losses.checkHeld(entry, {
          ...aboutWrite(entry, write.platform),
          upstreamId: this.#done().at(-1)?.outcome.upstreamId ?? '',
        })
      throw error
    }
  }

  async #run(): Promise<Ending> {
    const refused = [...this.#rows.values()].find(({ state }) => state === 'REJECTED')
    // The owner that recorded the rejection may have begun to compensate. The execution must not go forward
    // again.
    const ending: Ending = refused
      ? { state: 'refused', refusal: refusalIn(refused) ?? abandoned }
      : await this.#goForward()
    return ending.state === 'refused' ? await this.#takeBack(ending) : ending
  }

  async #goForward(): Promise<Ending> {
    const overtaken = await this.#overtaken()
    if (overtaken) return overtaken
    this.#approved = await this.#weighApproved()
    for (const [number, planned] of this.#work.plan.steps.entries()) {
      if (this.#outcomes.has(number)) continue
      if (!this.#rows.has(number) && this.#turnsBack()) return await this.#reject(number, planned, abandoned)
      const ending = await inSpan(`step ${planned.name}`, { 'adrail.step': number }, async (span) => {
        const settled = await this.#settle(number, planned)
        span.setAttribute('adrail.state', settled === 'done' ? settled : settled.state)
        return settled
      })
      if (ending !== 'done') return ending
    }
    return { state: 'succeeded', done: this.#done() }
  }

  /**
   * An approved write has held its target since the decision and was planned shortly before. A change by
   * someone else in between must not be overwritten. Only writes that increase spend are approved, and each
   * of their steps changes a different object.
   */
  async #overtaken(): Promise<Refused | Open | undefined> {
    const { entry, plan } = this.#work
    if (!this.#beginsApproved() || entry.target === '') return undefined
    for (const [number, planned] of plan.steps.entries()) {
      await this.#lease.renew()
      const found = await this.#find(number, planned)
      if (found.state === 'unclear') return { state: 'open', note: `${planned.name}: ${found.state}` }
      if (found.state === 'conflict')
        return await this.#reject(number, planned, refusalOf(found.refusal ?? concurrentChange()))
    }
    return undefined
  }

  /** The deciding process may have died after the decision, and limits may have been set since. */
  async #weighApproved(): Promise<WeighedRaise | undefined> {
    if (!this.#beginsApproved()) return undefined
    await this.#lease.renew()
    const { write, entry } = this.#work
    const { workspace_id: workspaceId, key_id: keyId, user_id: userId } = entry
    return await weighed(this.#parts, write.platform, { workspaceId, keyId, userId }, this.#work)
  }

  #beginsApproved(): boolean {
    return this.#work.entry.plan !== '' && this.#rows.size === 0 && !this.#turnsBack()
  }

  /** Sends one step, or finds out that the step was done. */
  async #settle(number: number, planned: PlannedStep): Promise<'done' | Refused | Open> {
    const earlier = this.#rows.get(number)
    // An earlier process may have sent the intent that it wrote, and so may a write that the database lost.
    // Reconcile first.
    let first = earlier === undefined
    let lostAt = stepOf(this.#work.write, planned.name).creates ? this.#lostAt : undefined
    let send = first && lostAt === undefined
    if (first && lostAt !== undefined) {
      const stopped = await this.#intend(number, planned)
      if (stopped) return await this.#reject(number, planned, stopped)
      this.#looks.unshift(0)
    }
    let refusal = earlier && refusalIn(earlier)
    let note = 'unclear'
    let clearAt: number | undefined
    let retryAfterSeconds: number | undefined
    for (;;) {
      if (send) {
        const stopped = await this.#intend(number, planned, !first)
        const sent = stopped
          ? { refusal: stopped, note: stopped.results.code }
          : await this.#send(number, planned, !first)
        if ('outcome' in sent && (await this.#isSeen(number, planned)))
          return await this.#finish(number, planned, sent.outcome)
        // The first try of the first step was not sent, so the write had no effect.
        if ('unsent' in sent && sent.unsent && first && number === 0) throw sent.unsent
        // The response to a first try is final. A refusal after a try with an unknown outcome may mean that
        // the first try arrived.
        refusal = 'refusal' in sent ? sent.refusal : undefined
        if (refusal && first) return await this.#reject(number, planned, refusal)
        first = false
        const outcome = refusal ? JSON.stringify({ refusal }) : ''
        const note = 'note' in sent ? sent.note : 'confirmed, but not seen'
        await this.#write(number, planned, { state: 'UNKNOWN', note, outcome })
        clearAt = undefined
      }
      const waitMs = this.#looks.shift()
      if (waitMs === undefined || this.#parts.stopping.aborted)
        return { state: 'open', note: `${planned.name}: ${note}`, clearAt, retryAfterSeconds }
      // All waiting precedes the reconciliation. A wait between it and the next try could hide a change by
      // someone else.
      await this.#wait(Math.min(waitMs, this.#untilClear(clearAt)))
      await this.#lease.renew()
      const lookedAt = this.#parts.runtime.now()
      const found = await (lostAt === undefined
        ? this.#find(number, planned)
        : this.#findForgotten(number, planned, lostAt, first))
      if (found.state === 'done') return await this.#finish(number, planned, found.outcome)
      if (found.state === 'conflict')
        return await this.#reject(
          number,
          planned,
          refusal ?? refusalOf(found.refusal ?? concurrentChange()),
          true,
        )
      // A refused try is not resent, and neither is any try past the deadline. Both are only reconciled until
      // no try can arrive any more.
      const over = refusal ?? (this.#turnsBack() ? abandoned : undefined)
      if (over && found.state === 'not_done' && this.#isQuiet(number, lookedAt))
        return await this.#reject(number, planned, over, true)
      // Later steps build on this one, so they were not done either.
      if (found.state === 'not_done') this.#lostAt = lostAt = undefined
      note = found.state
      clearAt = found.state === 'unclear' ? found.clearAt : undefined
      retryAfterSeconds = found.state === 'unclear' ? found.retryAfterSeconds : undefined
      send = found.state === 'not_done' && over === undefined
    }
  }

  /**
   * Commits the intent under a renewed lease before anything is sent. Returns a refusal when the step must
   * not be sent any more.
   */
  async #intend(number: number, planned: PlannedStep, isRepeated = false): Promise<Refusal | undefined> {
    const { runtime, accounts, spendGuard } = this.#parts
    const isFirst = this.#rows.size === 0
    const begins = isFirst && this.#work.entry.plan === ''
    let stopped: Refusal | undefined
    await this.#lease.renew(async (transaction) => {
      const reason = begins ? undefined : await this.#stopped(transaction, planned, isFirst)
      stopped = reason && refusalOf(reason)
      if (stopped) return
      const row = this.#rowOf(number, planned, { state: 'INTENT', outcome: '', intent_at: runtime.now() })
      const { plan, account, entry, raise } = this.#work
      // From here on the credential that can find the outcome is retained, even when the user disconnects.
      if (begins && !(await accounts.keep(transaction, account.pin)))
        throw new NotBegun(
          new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform: this.#work.write.platform } }),
        )
      const wait = begins && raise && (await spendGuard.reserve(transaction, entry.id, raise).catch(notBegun))
      if (wait) throw new RulesChanged()
      // The raise is reserved first, because it takes the lock that revoking a key needs.
      if (begins) await this.#requireAuthority(transaction).catch(notBegun)
      await updateEntry(transaction, entry, {
        ...this.#nowIn('EXECUTING'),
        plan: JSON.stringify(plan),
        pin: JSON.stringify(account.pin),
        credential_id: account.pin.credentialId,
      })
      await saveStep(transaction, row)
      if (isRepeated) await this.#checkLater(transaction, row)
    })
    this.#isBegun = true
    return stopped
  }

  /** The cast is safe, because the journal writes only names of operations. */
  async #requireAuthority(transaction: Db): Promise<void> {
    const { workspace_id: workspaceId, key_id: keyId, name } = this.#work.entry
    const now = this.#parts.runtime.now()
    await requireAuthority(transaction, { workspaceId, keyId }, name as OperationName, now)
  }

  /** Returns why a step of a started or approved write must not be sent any more. */
  async #stopped(transaction: Db, planned: PlannedStep, isFirst: boolean): Promise<ServiceError | undefined> {
    // First, because it takes the lock under which freezes, limits and keys are changed.
    const { spendGuard } = this.#parts
    const exceeded =
      isFirst && this.#approved
        ? await spendGuard.recheck(transaction, this.#work.entry.id, this.#approved)
        : undefined
    const refused = exceeded ?? (await this.#frozen(transaction, planned))
    if (refused || !isFirst) return refused
    try {
      await this.#requireAuthority(transaction)
      return undefined
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return new ServiceError('APPROVAL_EXPIRED', { values: { problem: lostAuthority(error) }, cause: error })
    }
  }

  /** Spending may have been frozen since the write began. Then a step that increases spend is not sent. */
  async #frozen(db: Db, { name, data }: PlannedStep): Promise<ServiceError | undefined> {
    return stepOf(this.#work.write, name).raisesSpend(data) ? await this.#freeze(db) : undefined
  }

  async #freeze(db: Db): Promise<ServiceError | undefined> {
    const { write, entry } = this.#work
    const { workspace_id: workspaceId, user_id: userId } = entry
    return await this.#parts.spendGuard.frozen(db, { workspaceId, userId, platform: write.platform })
  }

  async #send(
    number: number,
    planned: PlannedStep,
    isRepeated: boolean,
  ): Promise<{ outcome: StepOutcome } | { refusal?: Refusal; unsent?: NothingLeft; note: string }> {
    try {
      const step = stepOf(this.#work.write, planned.name)
      const send = () => step.send(planned.data, this.#stepping(number, isRepeated))
      const stop = step.raisesSpend(planned.data)
        ? () => this.#frozen(this.#parts.store.db, planned)
        : undefined
      return { outcome: await this.#lease.within(send, stop) }
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      if (error instanceof NothingLeft) {
        const refusal = isRefusal(error.failure) ? { refusal: refusalOf(error.failure) } : {}
        return { unsent: error, ...refusal, note: noteOf(error) }
      }
      if (error instanceof ServiceError && isRefusal(error))
        return { refusal: refusalOf(error), note: error.code }
      return { note: noteOf(error) }
    }
  }

  /** For a step with `readsBack`, a confirmation by the platform is not enough. */
  async #isSeen(number: number, planned: PlannedStep): Promise<boolean> {
    if (!stepOf(this.#work.write, planned.name).readsBack) return true
    return (await this.#find(number, planned)).state === 'done'
  }

  /**
   * Searches for objects that a write may have created before the database lost it. Such an object may still
   * appear for a while after the loss.
   */
  async #findForgotten(
    number: number,
    planned: PlannedStep,
    lostAt: number,
    first: boolean,
  ): Promise<Finding> {
    const { workspace_id, name, idempotency_key, created_at, marker } = this.#work.entry
    const request = {
      workspaceId: workspace_id,
      operation: name,
      idempotencyKey: idempotency_key ?? undefined,
      at: created_at,
    }
    // No first try has been sent since the loss.
    const sentAt = first ? lostAt : Math.max(lostAt, this.#stepping(number).sentAt)
    const findings: Finding[] = []
    for (const candidate of this.#parts.markers.candidates(request, marker))
      findings.push(await this.#find(number, planned, { marker: candidate, sentAt }))
    // A marker that could not be searched for may be the object's. Only a complete search of all markers
    // proves that no object exists.
    const inState = (wanted: Finding['state']) => findings.find(({ state }) => state === wanted)
    return inState('done') ?? inState('unclear') ?? inState('conflict') ?? { state: 'not_done' }
  }

  async #find(
    number: number,
    planned: PlannedStep,
    earlier: Partial<Pick<Stepping<unknown>, 'marker' | 'sentAt'>> = {},
  ): Promise<Finding> {
    try {
      const step = stepOf(this.#work.write, planned.name)
      return await step.find(planned.data, { ...this.#stepping(number), ...earlier })
    } catch (error) {
      // An error during reconciliation proves nothing about the step.
      this.#parts.log.info('journal.step.reconcile_failed', {
        operationId: this.#work.entry.id,
        step: planned.name,
        note: noteOf(error),
      })
      const retryAfterSeconds = error instanceof ServiceError ? error.details.retryAfterSeconds : undefined
      return { state: 'unclear', ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
    }
  }

  async #finish(number: number, planned: PlannedStep, outcome: StepOutcome): Promise<'done'> {
    const settled_at = this.#parts.runtime.now()
    await this.#write(number, planned, { state: 'DONE', outcome: JSON.stringify(outcome), settled_at })
    this.#outcomes.set(number, outcome)
    return 'done'
  }

  /** From here on the write only compensates. A try that was sent and not found may still be carried out. */
  async #reject(number: number, planned: PlannedStep, refusal: Refusal, wasSent = false): Promise<Refused> {
    const change = {
      state: 'REJECTED',
      note: refusal.results.code,
      outcome: JSON.stringify({ refusal }),
      settled_at: this.#parts.runtime.now(),
    }
    await this.#write(number, planned, change, wasSent)
    return { state: 'refused', refusal }
  }

  /** Schedules the checks for duplicate objects of this step that appear late. */
  async #checkLater(transaction: Db, row: JournalStep): Promise<void> {
    if (!stepOf(this.#work.write, row.name).leftovers) return
    const sentAt = row.intent_at
    await insertLateCheck(transaction, row, { resent_at: sentAt, due_at: firstLateCheck(sentAt) })
  }

  /**
   * Compensates finished steps in reverse order. A failed compensation is retried later. Effects that cannot
   * be compensated are reported with the refusal.
   */
  async #takeBack(refused: Refused): Promise<Refused | Open> {
    if (this.#work.passed) return refused
    const remarks: string[] = []
    for (const [number, planned] of [...this.#work.plan.steps.entries()].reverse()) {
      const outcome = this.#outcomes.get(number)
      const step = stepOf(this.#work.write, planned.name)
      if (outcome === undefined || !step.mayBeTakenBack) continue
      await this.#lease.renew()
      try {
        if (step.raisesSpendBack(planned.data) && (await this.#freeze(this.#parts.store.db)))
          throw new LeftBehind(
            'Spend increases were blocked meanwhile, so what it had lowered before stays lowered.',
          )
        await inSpan(`take back ${planned.name}`, { 'adrail.step': number }, () =>
          this.#lease.within(() => step.takeBack(planned.data, this.#stepping(number), outcome)),
        )
      } catch (error) {
        if (error instanceof LeaseLost) throw error
        if (!(error instanceof LeftBehind))
          return { state: 'open', note: `take back ${planned.name}: ${noteOf(error)}` }
        remarks.push(error.message)
        continue
      }
      await this.#write(number, planned, { state: 'COMPENSATED', settled_at: this.#parts.runtime.now() })
      this.#outcomes.delete(number)
    }
    return { ...refused, refusal: withRemarks(refused.refusal, remarks), raised: this.#hasRaised() }
  }

  /** Saves a step, if this owner still has the entry. */
  async #write(
    number: number,
    planned: PlannedStep,
    change: Partial<JournalStep>,
    mayTurnUp = false,
  ): Promise<void> {
    const row = this.#rowOf(number, planned, change)
    const { entry } = this.#work
    const changed = this.#nowIn(change.state === 'UNKNOWN' ? 'UNKNOWN' : 'EXECUTING')
    await persist(this.#parts, (db) =>
      db.transaction().execute(async (transaction) => {
        if (!(await updateEntry(transaction, entry, changed))) throw new LeaseLost()
        await saveStep(transaction, row)
        if (mayTurnUp) await this.#checkLater(transaction, row)
      }),
    )
  }

  #rowOf(number: number, planned: PlannedStep, change: Partial<JournalStep>): JournalStep {
    const { id, fence } = this.#work.entry
    const row: JournalStep = {
      operation_id: id,
      number,
      name: planned.name,
      state: 'INTENT',
      outcome: '',
      note: '',
      intent_at: this.#parts.runtime.now(),
      settled_at: null,
      ...this.#rows.get(number),
      ...change,
      fence,
    }
    this.#rows.set(number, row)
    return row
  }

  /** An entry that needs attention stays in that state until it ends. */
  #nowIn(state: string) {
    const { entry } = this.#work
    return {
      state: entry.state === 'NEEDS_ATTENTION' ? entry.state : state,
      updated_at: this.#parts.runtime.now(),
    }
  }

  #turnsBack(): boolean {
    const { late, passed, write } = this.#work
    const halfDone = this.#outcomes.size > 0
    return passed || (late && !(halfDone && write.finishesLate === true))
  }

  #untilClear(clearAt = Number.POSITIVE_INFINITY): number {
    return Math.max(0, clearAt - this.#parts.runtime.now())
  }

  #isQuiet(number: number, at: number): boolean {
    return at - (this.#rows.get(number)?.intent_at ?? 0) >= quietMs
  }

  async #wait(durationMs: number): Promise<void> {
    const { runtime, stopping } = this.#parts
    const stopped = Promise.withResolvers<void>()
    const stop = () => stopped.resolve()
    stopping.addEventListener('abort', stop)
    await Promise.race([runtime.pause(durationMs), stopped.promise])
    stopping.removeEventListener('abort', stop)
  }

  #stepping(number: number, isRepeated = false): Stepping<unknown> {
    const { entry, plan, account, write } = this.#work
    const beganAt = begunAt(entry)
    return {
      connector: account.connector,
      runtime: this.#parts.runtimeAt[write.platform],
      marker: entry.marker,
      plannedAt: plan.plannedAt ?? beganAt,
      sentAt: this.#rows.get(number)?.intent_at ?? beganAt,
      startedAt: this.#parts.runtime.now(),
      isRepeated,
      done: this.#done(),
    }
  }

  #hasRaised(): boolean {
    return this.#work.plan.steps.some(
      ({ name, data }, number) =>
        this.#outcomes.has(number) && stepOf(this.#work.write, name).raisesSpend(data),
    )
  }

  #done(): readonly DoneStep[] {
    return this.#work.plan.steps.flatMap(({ name }, number) => {
      const outcome = this.#outcomes.get(number)
      return outcome ? [{ name, outcome }] : []
    })
  }
}

/**
 * Whether the database may have lost an earlier attempt of this write. That is possible when the write has an
 * idempotency key, or was begun before the loss.
 */
function mayBeForgotten({ idempotency_key, plan }: HeldEntry): boolean {
  return idempotency_key !== null || plan !== ''
}

function noteOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'failed'
}
