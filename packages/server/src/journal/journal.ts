// The durable record of writes: claims a request, carries it out exactly once, remembers its answer.

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

/** While a caller waits: some 45 seconds of looking. */
const callerPatienceMs = [0, 1000, 3000, 10_000, 30_000]
/** The runner comes back by itself. */
const runnerPatienceMs = [0]

const unreachable =
  'The ad account that this write was planned for cannot be reached any more: it was unlinked, or its user deleted. Whether the write was carried out is not known; look at the account.'

export class Journal {
  readonly #parts: JournalParts
  readonly #owner: string
  readonly #batches: Batches
  readonly #stop = new AbortController()
  /** Writes that somebody asked for here, whether or not anybody still waits for their answers. */
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
    // When it has ended between the two looks, the next try finds out how.
    if (waitsForApproval(entry)) throw (await stillWaiting(this.#parts, entry)) ?? inProgress(entry)
    given.begun?.(entry.id)
    const answer =
      entry.plan === ''
        ? await this.#begin(entry, write, patienceMs, planHash)
        : await this.#goOn(entry, write, patienceMs)
    if (!answer || 'state' in answer) throw pending(entry, answer)
    return answer
  }

  /** The write of one campaign of a batch: the others are not kept waiting for a platform to make up its mind. */
  async #performItem(request: WriteRequest): Promise<WriteAnswer> {
    const undone =
      request.operation === undoing
        ? await requireUndone(this.#parts, request.caller.workspaceId, request.body)
        : undefined
    return await this.#performOne(request, undone, runnerPatienceMs)
  }

  /** For the runner: goes on with a write whose owner is gone. */
  async resume({ id }: Pick<JournalEntry, 'id'>): Promise<void> {
    const { store, losses } = this.#parts
    const entry = await losses.hold((evidence) =>
      takeOver(store.db, store.clock, id, this.#owner, leaseMs, evidence),
    )
    if (!entry) return
    // Nothing was intended, so nothing was sent, and whoever asked was told nothing: that is for them to decide again.
    if (entry.plan === '') await forget(this.#parts, entry)
    else if (isBatch(entry)) await this.#batches.resume(entry)
    else await this.#goOn(entry, await this.#writeIn(entry), runnerPatienceMs)
  }

  /** A person decides about a write that waits; what is approved is carried out at once, by this process or the next runner. */
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
    // The journal writes only states of its own.
    return (entry?.state ?? 'EXECUTING') as EntryState
  }

  approvalUrl(operationId: string): string {
    return this.#parts.approvalUrl(operationId)
  }

  /** For the runner: ends what nobody approved. */
  async endOverdue(most: number): Promise<void> {
    await endOverdue(this.#parts, most)
  }

  /** For the runner: checks whether creations that were resent, or failed, were carried out late. */
  async checkLate(most: number): Promise<void> {
    await checkLate(this.#parts, (entry) => this.#writeIn(entry), most)
  }

  /** Ends all waiting: what is open is let go of, for another process to take up. */
  stop(): void {
    this.#stop.abort()
  }

  /** Resolves when everything that was asked for here has been recorded, as far as it is known. */
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

  /** The write of an entry, begun or not. */
  async #writeIn(entry: JournalEntry): Promise<Write> {
    if (entry.name !== undoing) return this.#parts.writeOf(entry.name as OperationName)
    return entry.plan === '' ? await undoIn(this.#parts, entry) : undoBegun(this.#parts, entry)
  }

  /** What would be done, checked at the platform, with nothing done and nothing remembered. */
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

  /** Throws what it would be refused for, by our own limits or by the platform, as far as that can be known before. */
  async #check(write: Write, { plan, account, raise }: Intent): Promise<void> {
    const { runtimeAt, spendGuard } = this.#parts
    if (raise) await spendGuard.rehearse(raise)
    const planning = { connector: account.connector, runtime: runtimeAt[write.platform] }
    for (const { name, data } of plan.steps) await stepOf(write, name).rehearse(data, planning)
  }

  /** Nothing has been sent: whatever goes wrong here leaves no trace, and the key stays free. */
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
      // Nobody is asked to approve what is refused anyway.
      if (raise?.wait) await this.#check(write, intent)
    } catch (error) {
      if (!(await forget(this.#parts, entry))) throw pending(entry)
      throw error
    }
    const { plan, raise } = intent
    if (raise?.wait === undefined) return intent
    throw await beginWaiting(this.#parts, entry, { plan, raise, wait: raise.wait }, hash ?? '')
  }

  /** From the first intent on whatever goes wrong says nothing about the outcome, which the runner finds out. */
  async #begin(
    entry: JournalEntry,
    write: Write,
    patienceMs: readonly number[],
    planHash: unknown,
  ): Promise<WriteAnswer | Open | undefined> {
    const intent = await this.#plan(write, entry, planHash)
    // As its first intent writes it down.
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

  /** Whether the write is as if it had never been asked for: only then may the caller be told that it was not done. */
  async #forgetUnsent(entry: JournalEntry): Promise<boolean> {
    const forgotten = this.#parts.store.db.transaction().execute(async (transaction) => {
      const isForgotten = await forgetUnsentEntry(transaction, entry)
      // Whoever has taken it over meanwhile may be carrying it out: then it still counts.
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

  /** What was planned before, perhaps by another process: on the account that it was planned for, and on no other. */
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
      // An account that must be linked anew may come back: that is nothing an operator has to look at.
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

/** The outcome is not known here, or not yet; a quota may keep adrail from finding it out for a while. */
function pending({ id }: JournalEntry, open?: Open): ServiceError {
  const retryAfterSeconds = Math.max(5, open?.retryAfterSeconds ?? 0)
  return new ServiceError('OPERATION_PENDING', { retryAfterSeconds, operationId: id })
}
