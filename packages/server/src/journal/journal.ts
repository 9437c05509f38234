// The durable record of writes. The journal claims a request, executes it exactly once and stores its
// response.

import type { OperationName } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import { inSpan } from '../base/tracing.ts'
import {
  type EntryState,
  findEntry,
  forgetUnsentEntry,
  hasEnded,
  type JournalEntry,
  stepsOf,
  takeOver,
  waitsForApproval,
} from '../store/journalEntries.ts'
import { releaseRaise } from '../store/raises.ts'
import { type Decision, decideWrite } from './approval/decide.ts'
import { beginWaiting, endOverdue, stillWaiting } from './approval/waiting.ts'
import { Batches, isBatch } from './batch/batches.ts'
import { claim, forget, inProgress } from './claim.ts'
import { askForAttention, end, leaveOpen, replayOf, type WriteAnswer, warningsOf } from './ending.ts'
import { Execution, NotBegun, type Open, RulesChanged, type Work } from './execution.ts'
import { checkLate } from './lateCheck.ts'
import { LeaseLost, leaseMs, NothingLeft } from './lease.ts'
import type { JournalParts, WriteRequest } from './parts.ts'
import { persist } from './persist.ts'
import { readPin, readPlan } from './plan.ts'
import { askedBy, askedIn, type Intent, makePlan, planHashOf } from './planning.ts'
import { maySpend } from './spend/maySpend.ts'
import { requireUndone, undoBegun, undoFor, undoIn } from './undo.ts'
import { pausing, stepOf, undoing, type Write } from './write.ts'

/** Delays before each attempt to reconcile while a caller waits: about 45 seconds in total. */
const callerPatienceMs = [0, 1000, 3000, 10_000, 30_000]
/** The runner attempts once per run and comes back later. */
const runnerPatienceMs = [0]

const unreachable =
  'The ad account that this write was planned for cannot be reached any more: it was unlinked, or its user deleted. Whether the write was carried out is not known; look at the account.'

export class Journal {
  readonly #parts: JournalParts
  readonly #owner: string
  readonly #batches: Batches
  readonly #stop = new AbortController()
  /** All requests in progress, including those whose callers no longer wait for the response. */
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(parts: Omit<JournalParts, 'stopping'>) {
    this.#parts = { ...parts, stopping: this.#stop.signal }
    this.#owner = parts.runtime.randomBytes(12).toString('hex')
    this.#batches = new Batches({
      parts: this.#parts,
      owner: this.#owner,
      perform: (request) => this.#performItem(request),
      keepInSight: (work) => this.#keepInSight(work),
    })
  }

  async perform(given: WriteRequest): Promise<WriteAnswer> {
    return await this.#keepInSight(this.#perform(given))
  }

  async #perform(given: WriteRequest): Promise<WriteAnswer> {
    const undone =
      given.operation === undoing
        ? await requireUndone(this.#parts, given.caller.workspaceId, given.body)
        : undefined
    if (given.operation === pausing || undone?.name === pausing)
      return await this.#batches.perform(given, undone)
    return await this.#performOne(given, undone, callerPatienceMs)
  }

  async #performOne(
    given: WriteRequest,
    undone: JournalEntry | undefined,
    patienceMs: readonly number[],
  ): Promise<WriteAnswer> {
    const { dryRun, planHash, ...body } = given.body
    const { write, request } = await this.#writeFor({ ...given, body }, undone)
    if (dryRun === true) return await this.#rehearse(write, request)
    const entry = await claim(this.#parts, this.#owner, write, request)
    if (hasEnded(entry)) return replayOf(entry)
    // When the approval ends between the two reads, the caller's retry returns the outcome.
    if (waitsForApproval(entry)) throw (await stillWaiting(this.#parts, entry)) ?? inProgress(entry)
    given.begun?.(entry.id)
    const answer =
      entry.plan === ''
        ? await this.#begin(entry, write, patienceMs, planHash)
        : await this.#goOn(entry, write, patienceMs)
    if (!answer || 'state' in answer) throw pending(entry, answer)
    return answer
  }

  /**
   * Performs the write of one campaign of a batch. An unclear outcome is left to the runner, so that it does
   * not delay other campaigns.
   */
  async #performItem(request: WriteRequest): Promise<WriteAnswer> {
    const undone =
      request.operation === undoing
        ? await requireUndone(this.#parts, request.caller.workspaceId, request.body)
        : undefined
    return await this.#performOne(request, undone, runnerPatienceMs)
  }

  /** For the runner: resumes a write whose owner has lost the lease. */
  async resume({ id }: Pick<JournalEntry, 'id'>): Promise<void> {
    const { store, losses } = this.#parts
    const entry = await losses.hold((evidence) =>
      takeOver(store.db, store.clock, id, this.#owner, leaseMs, evidence),
    )
    if (!entry) return
    // No intent was written, so nothing was sent and no outcome was reported. The caller may send the request
    // again.
    if (entry.plan === '') await forget(this.#parts, entry)
    else if (isBatch(entry)) await this.#batches.resume(entry)
    else await this.#goOn(entry, await this.#writeIn(entry), runnerPatienceMs)
  }

  /**
   * A person approves or rejects a pending write. An approved write executes at once, in this process or by
   * the next runner.
   */
  async decide(decision: Decision): Promise<EntryState> {
    return await this.#keepInSight(this.#decide(decision))
  }

  async #decide(decision: Decision): Promise<EntryState> {
    const parts = this.#parts
    const { operationId: id, caller } = decision
    await decideWrite(parts, (entry) => this.#writeIn(entry), decision)
    if (decision.decision === 'REJECTED') return 'FAILED'
    await this.resume({ id }).catch((error: unknown) =>
      parts.log.error('journal.approval.resume_failed', error, { operationId: id }),
    )
    const entry = await findEntry(parts.store.db, caller.workspaceId, id)
    // The journal writes only its own states.
    return (entry?.state ?? 'EXECUTING') as EntryState
  }

  approvalUrl(operationId: string): string {
    return this.#parts.approvalUrl(operationId)
  }

  /** For the runner: ends writes whose approval has expired or was withdrawn. */
  async endOverdue(most: number): Promise<void> {
    await endOverdue(this.#parts, most)
  }

  /** For the runner: checks whether creations that were resent, or failed, were carried out late. */
  async checkLate(most: number): Promise<void> {
    await checkLate(this.#parts, (entry) => this.#writeIn(entry), most)
  }

  /** Aborts all waiting. Open writes are released, so that another process can resume them. */
  stop(): void {
    this.#stop.abort()
  }

  /** Resolves when all requests in progress have been recorded, as far as their outcome is known. */
  async settle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
  }

  async #keepInSight<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay.add(work)
    try {
      return await work
    } finally {
      this.#underWay.delete(work)
    }
  }

  async #writeFor(
    request: WriteRequest,
    undone: JournalEntry | undefined,
  ): Promise<{ write: Write; request: WriteRequest }> {
    if (undone) return await undoFor(this.#parts, request, undone)
    return { write: this.#parts.writeOf(request.operation), request }
  }

  /** Returns the write of an entry, whether or not its execution has begun. */
  async #writeIn(entry: JournalEntry): Promise<Write> {
    if (entry.name !== undoing) return this.#parts.writeOf(entry.name as OperationName)
    return entry.plan === '' ? await undoIn(this.#parts, entry) : undoBegun(this.#parts, entry)
  }

  /** Validates the plan at the platform. Nothing is sent and nothing is stored. */
  async #rehearse(write: Write, request: WriteRequest): Promise<WriteAnswer> {
    const asked = askedBy(request)
    const intent = await makePlan(this.#parts, write, asked)
    const { plan, raise } = intent
    await this.#check(write, intent)
    const results = {
      success: true,
      error: '',
      dryRun: true,
      plan: plan.steps.map(({ name, says }) => ({ step: name, says })),
      ...(raise ? { maySpend: maySpend(write.platform, raise.change) } : {}),
      planHash: await planHashOf(this.#parts, asked, intent),
      ...(raise?.wait ? { approval: raise.wait.reason } : {}),
      ...warningsOf(plan),
    }
    return { status: 200, results, headers: {} }
  }

  /**
   * Throws the error with which the spend guard or the platform would refuse the write, as far as it is known
   * before sending.
   */
  async #check(write: Write, { plan, account, raise }: Intent): Promise<void> {
    const { runtimeAt, spendGuard } = this.#parts
    if (raise) await spendGuard.rehearse(raise)
    const planning = { connector: account.connector, runtime: runtimeAt[write.platform] }
    for (const { name, data } of plan.steps) await stepOf(write, name).rehearse(data, planning)
  }

  /**
   * Nothing has been sent yet. After any failure the entry is deleted, and its idempotency key is free again.
   */
  async #plan(write: Write, entry: JournalEntry, planHash: unknown): Promise<Intent> {
    let intent: Intent
    let hash: string | undefined
    try {
      const asked = askedIn(entry)
      intent = await makePlan(this.#parts, write, asked)
      const { raise } = intent
      if (planHash !== undefined || raise?.wait) hash = await planHashOf(this.#parts, asked, intent)
      if (planHash !== undefined && planHash !== hash)
        throw new ServiceError('PLAN_CHANGED', { values: { problem: 'Request a new plan.' } })
      // A write that would be refused anyway must not request approval.
      if (raise?.wait) await this.#check(write, intent)
    } catch (error) {
      if (!(await forget(this.#parts, entry))) throw pending(entry)
      throw error
    }
    const { plan, raise } = intent
    if (raise?.wait === undefined) return intent
    throw await beginWaiting(this.#parts, entry, { plan, raise, wait: raise.wait }, hash ?? '')
  }

  /**
   * After the first intent, an error proves nothing about the outcome of the write. The runner finds the
   * outcome.
   */
  async #begin(
    entry: JournalEntry,
    write: Write,
    patienceMs: readonly number[],
    planHash: unknown,
  ): Promise<WriteAnswer | Open | undefined> {
    const intent = await this.#plan(write, entry, planHash)
    // The first intent stores the same pin.
    const pinned = { ...entry, pin: JSON.stringify(intent.account.pin) }
    return await this.#carryOut({ entry: pinned, write, ...intent, patienceMs }).catch(
      async (error: unknown) => {
        const refused = async (failure: ServiceError) => {
          await this.#parts.spendRefusals.note(failure, entry, write.platform, intent.plan.spend)
          return failure
        }
        if (error instanceof RulesChanged) return await this.#begin(entry, write, patienceMs, planHash)
        if (error instanceof NotBegun) {
          if (!(await forget(this.#parts, entry))) return undefined
          throw await refused(error.refusal)
        }
        if (error instanceof NothingLeft && (await this.#forgetUnsent(entry)))
          throw await refused(error.failure)
        if (!(error instanceof LeaseLost))
          this.#parts.log.error('journal.write.interrupted', error, { operationId: entry.id })
        return undefined
      },
    )
  }

  /** Returns whether the entry was deleted. Only then may the caller learn that nothing was done. */
  async #forgetUnsent(entry: JournalEntry): Promise<boolean> {
    const forgotten = this.#parts.store.db.transaction().execute(async (transaction) => {
      const isForgotten = await forgetUnsentEntry(transaction, entry)
      // Another process that took the entry over may be executing it. Its raise must stay counted.
      if (isForgotten) await releaseRaise(transaction, entry.id)
      return isForgotten
    })
    return await forgotten.catch((error: unknown) => {
      this.#parts.log.info('journal.write.release_failed', {
        operationId: entry.id,
        note: String(error),
      })
      return false
    })
  }

  /**
   * Executes a plan that was made before, perhaps by another process, only on the account that was pinned.
   */
  async #goOn(
    entry: JournalEntry,
    write: Write,
    patienceMs: readonly number[],
  ): Promise<WriteAnswer | Open | undefined> {
    const { accounts, log } = this.#parts
    try {
      const account = await accounts.reconnect(entry.workspace_id, entry.user_id, readPin(entry))
      if (account) return await this.#carryOut({ entry, write, plan: readPlan(entry), account, patienceMs })
      await askForAttention(this.#parts, entry, unreachable)
    } catch (error) {
      if (error instanceof LeaseLost) return undefined
      // The user may reconnect an account that needs a new consent, so no operator has to act.
      if (!(error instanceof ServiceError))
        log.error('journal.write.resume_failed', error, { operationId: entry.id })
      const note = error instanceof ServiceError ? error.code : 'failed'
      await leaveOpen(this.#parts, entry, { note })
    }
    return undefined
  }

  async #carryOut(work: Omit<Work, 'late' | 'passed'>): Promise<WriteAnswer | Open> {
    const { entry, account } = work
    const isNew = entry.plan === ''
    const rows = isNew ? [] : await persist(this.#parts, (db) => stepsOf(db, entry.id))
    const late = !account.isOwn || entry.deadline_at <= this.#parts.runtime.now()
    const whole = { ...work, late, passed: entry.deadline_at === 0 }
    const ids = { 'adrail.operation': entry.name, 'adrail.operation_id': entry.id }
    return await inSpan(`write ${entry.name}`, ids, async (span) => {
      const ending = await new Execution(this.#parts, whole, rows).run()
      span.setAttribute('adrail.state', ending.state)
      if (ending.state !== 'open') return await end(this.#parts, whole, ending)
      await leaveOpen(this.#parts, entry, ending)
      return ending
    })
  }
}

/**
 * The outcome is unknown here, or not known yet. A platform quota may delay the next attempt to reconcile.
 */
function pending({ id }: JournalEntry, open?: Open): ServiceError {
  const retryAfterSeconds = Math.max(5, open?.retryAfterSeconds ?? 0)
  return new ServiceError('OPERATION_PENDING', { retryAfterSeconds, operationId: id })
}
