// The durable record of writes. The journal claims a request, executes it exactly once and stores its
// response.

import type { OperationName } from '@adrail/contract'
import { inSpan } from '../observability/tracing.ts'
import { ServiceError } from '../runtime/errors.ts'
import { acquireLease, deleteUnsentEntry } from '../store/entryOwnership.ts'
import type { EntryState } from '../store/entryStates.ts'
import { findEntry, hasEnded, isAwaitingApproval, type JournalEntry } from '../store/journalEntries.ts'
import { listSteps } from '../store/journalSteps.ts'
import { releaseRaise } from '../store/raises.ts'
import { type Decision, decideWrite } from './approval/decide.ts'
import { endExpiredApprovals, findPendingApproval } from './approval/pendingApproval.ts'
import { BatchExecutor, isBatch } from './batch/batchExecutor.ts'
import { claim, inProgressError, pendingError, releaseClaim } from './claim.ts'
import { NotStarted, RulesChanged } from './execution/commitIntent.ts'
import { executeWrite } from './execution/execution.ts'
import type { OpenOutcome } from './execution/executionOutcome.ts'
import type { ExecutionInput } from './execution/runningWrite.ts'
import type { JournalDeps, WriteRequest } from './journalDeps.ts'
import { runLateChecks } from './lateCheck.ts'
import { isPastDeadline, LeaseLost, leaseMs, NotSent } from './lease.ts'
import { persist } from './persist.ts'
import { parsePinnedConnection, parsePlan } from './plan.ts'
import { performDryRun, planEntry } from './planEntry.ts'
import { loadPendingUndo, loadPlannedUndo, prepareUndo, requireUndoneEntry } from './undo.ts'
import { pauseOperationName, undoOperationName, type Write } from './write.ts'
import { endWrite, leaveOpen, replayResponse, requestAttention, type WriteResponse } from './writeOutcome.ts'

/** Delays before each attempt to reconcile while a caller waits: about 45 seconds in total. */
const callerDelaysMs = [0, 1000, 3000, 10_000, 30_000]
/** The runner attempts once per run and comes back later. */
const runnerDelaysMs = [0]

const unreachableReason =
  'adrail no longer has access to the ad account of this write: it was unlinked, or its user was deleted. The outcome is unknown. Check the ad account on the platform.'

export class Journal {
  readonly #deps: JournalDeps
  readonly #owner: string
  readonly #batches: BatchExecutor
  readonly #stop = new AbortController()
  /** All requests in progress, including those whose callers no longer wait for the response. */
  readonly #inFlight = new Set<Promise<unknown>>()

  constructor(deps: Omit<JournalDeps, 'stopping'>) {
    this.#deps = { ...deps, stopping: this.#stop.signal }
    this.#owner = deps.runtime.randomBytes(12).toString('hex')
    this.#batches = new BatchExecutor({
      journalDeps: this.#deps,
      owner: this.#owner,
      perform: (request) => this.#performItem(request),
      track: (work) => this.#track(work),
    })
  }

  async perform(request: WriteRequest): Promise<WriteResponse> {
    return await this.#track(this.#perform(request))
  }

  async #perform(request: WriteRequest): Promise<WriteResponse> {
    const undoneEntry =
      request.operation === undoOperationName
        ? await requireUndoneEntry(this.#deps, request.caller.workspaceId, request.body)
        : undefined
    if (request.operation === pauseOperationName || undoneEntry?.name === pauseOperationName)
      return await this.#batches.perform(request, undoneEntry)
    return await this.#performOne(request, undoneEntry, callerDelaysMs)
  }

  async #performOne(
    rawRequest: WriteRequest,
    undoneEntry: JournalEntry | undefined,
    delaysMs: readonly number[],
  ): Promise<WriteResponse> {
    const { dryRun, planHash, ...body } = rawRequest.body
    const { write, request } = await this.#resolveWrite({ ...rawRequest, body }, undoneEntry)
    if (dryRun === true) return await performDryRun(this.#deps, write, request)
    const entry = await claim(this.#deps, this.#owner, write, request)
    if (hasEnded(entry)) return replayResponse(entry)
    // When the approval ends between the two reads, the caller's retry returns the outcome.
    if (isAwaitingApproval(entry))
      throw (await findPendingApproval(this.#deps, entry)) ?? inProgressError(entry)
    rawRequest.onStarted?.(entry.id)
    const response =
      entry.plan === undefined
        ? await this.#begin(entry, write, delaysMs, planHash)
        : await this.#resumePlanned(entry, write, delaysMs)
    if (!response || 'state' in response) throw pendingError(entry, response)
    return response
  }

  /**
   * Performs the write of one campaign of a batch. An unclear outcome is left to the runner, so that it does
   * not delay other campaigns.
   */
  async #performItem(request: WriteRequest): Promise<WriteResponse> {
    const undoneEntry =
      request.operation === undoOperationName
        ? await requireUndoneEntry(this.#deps, request.caller.workspaceId, request.body)
        : undefined
    return await this.#performOne(request, undoneEntry, runnerDelaysMs)
  }

  /** For the runner: resumes a write whose owner has lost the lease. */
  async resume({ id }: Pick<JournalEntry, 'id'>): Promise<void> {
    const { store, lossMonitor } = this.#deps
    const entry = await lossMonitor.acquireEntry((evidence) =>
      acquireLease(store.db, store.clock, id, this.#owner, leaseMs, evidence),
    )
    if (!entry) return
    // No intent was written, so nothing was sent and no outcome was reported. The caller may send the request
    // again.
    if (entry.plan === undefined) await releaseClaim(this.#deps, entry)
    else if (isBatch(entry)) await this.#batches.resume(entry)
    else await this.#resumePlanned(entry, await this.#loadWrite(entry), runnerDelaysMs)
  }

  /**
   * A person approves or rejects a pending write. An approved write executes at once, in this process or by
   * the next runner.
   */
  async decide(decision: Decision): Promise<EntryState> {
    return await this.#track(this.#decide(decision))
  }

  async #decide(decision: Decision): Promise<EntryState> {
    const deps = this.#deps
    const { operationId: id, caller } = decision
    await decideWrite(deps, (entry) => this.#loadWrite(entry), decision)
    if (decision.decision === 'REJECTED') return 'FAILED'
    await this.resume({ id }).catch((error: unknown) =>
      deps.log.error('journal.approval.resume_failed', error, { operationId: id }),
    )
    const entry = await findEntry(deps.store.db, caller.workspaceId, id)
    return entry?.state ?? 'EXECUTING'
  }

  approvalUrl(operationId: string): string {
    return this.#deps.approvalUrl(operationId)
  }

  /** For the runner: ends writes whose approval has expired or was withdrawn. */
  async endExpiredApprovals(limit: number): Promise<void> {
    await endExpiredApprovals(this.#deps, limit)
  }

  /** For the runner: checks whether creations that were resent, or failed, were carried out late. */
  async runLateChecks(limit: number): Promise<void> {
    await runLateChecks(this.#deps, (entry) => this.#loadWrite(entry), limit)
  }

  /** Aborts all waiting. Open writes are released, so that another process can resume them. */
  stop(): void {
    this.#stop.abort()
  }

  /** Resolves when all requests in progress have been recorded, as far as their outcome is known. */
  async drain(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight)
  }

  async #track<Result>(work: Promise<Result>): Promise<Result> {
    this.#inFlight.add(work)
    try {
      return await work
    } finally {
      this.#inFlight.delete(work)
    }
  }

  async #resolveWrite(
    request: WriteRequest,
    undoneEntry: JournalEntry | undefined,
  ): Promise<{ write: Write; request: WriteRequest }> {
    if (undoneEntry) return await prepareUndo(this.#deps, request, undoneEntry)
    return { write: this.#deps.getWrite(request.operation), request }
  }

  /** Returns the write of an entry, whether or not its execution has begun. */
  async #loadWrite(entry: JournalEntry): Promise<Write> {
    if (entry.name !== undoOperationName) return this.#deps.getWrite(entry.name as OperationName)
    return entry.plan === undefined
      ? await loadPendingUndo(this.#deps, entry)
      : loadPlannedUndo(this.#deps, entry)
  }

  /**
   * After the first intent, an error proves nothing about the outcome of the write. The runner finds the
   * outcome.
   */
  async #begin(
    entry: JournalEntry,
    write: Write,
    delaysMs: readonly number[],
    planHash: unknown,
  ): Promise<WriteResponse | OpenOutcome | undefined> {
    const plannedWrite = await planEntry(this.#deps, write, entry, planHash)
    // The first intent stores the same pin.
    const pinnedEntry = { ...entry, pin: JSON.stringify(plannedWrite.account.pinnedConnection) }
    return await this.#execute({
      entry: pinnedEntry,
      write,
      ...plannedWrite,
      reconcileDelaysMs: delaysMs,
    }).catch(async (error: unknown) => {
      const reportRefusal = async (failure: ServiceError) => {
        await this.#deps.spendRefusals.report(failure, entry, write.platform, plannedWrite.plan.spend)
        return failure
      }
      if (error instanceof RulesChanged) return await this.#begin(entry, write, delaysMs, planHash)
      if (error instanceof NotStarted) {
        if (!(await releaseClaim(this.#deps, entry))) return undefined
        throw await reportRefusal(error.refusal)
      }
      if (error instanceof NotSent && (await this.#deleteUnsent(entry)))
        throw await reportRefusal(error.failure)
      if (!(error instanceof LeaseLost))
        this.#deps.log.error('journal.write.interrupted', error, { operationId: entry.id })
      return undefined
    })
  }

  /** Returns whether the entry was deleted. Only then may the caller learn that nothing was done. */
  async #deleteUnsent(entry: JournalEntry): Promise<boolean> {
    const deletion = this.#deps.store.db.transaction().execute(async (transaction) => {
      const isDeleted = await deleteUnsentEntry(transaction, entry)
      // Another process that took the entry over may be executing it. Its raise must stay counted.
      if (isDeleted) await releaseRaise(transaction, entry.id)
      return isDeleted
    })
    return await deletion.catch((error: unknown) => {
      this.#deps.log.info('journal.write.release_failed', {
        operationId: entry.id,
        note: String(error),
      })
      return false
    })
  }

  /**
   * Executes a plan that was made before, perhaps by another process, only on the account that was pinned.
   */
  async #resumePlanned(
    entry: JournalEntry,
    write: Write,
    delaysMs: readonly number[],
  ): Promise<WriteResponse | OpenOutcome | undefined> {
    const { accounts, log } = this.#deps
    try {
      const account = await accounts.reconnect(entry.workspaceId, entry.userId, parsePinnedConnection(entry))
      if (account)
        return await this.#execute({
          entry,
          write,
          plan: parsePlan(entry),
          account,
          reconcileDelaysMs: delaysMs,
        })
      await requestAttention(this.#deps, entry, unreachableReason)
    } catch (error) {
      if (error instanceof LeaseLost) return undefined
      // The user may reconnect an account that needs a new consent, so no operator has to act.
      if (!(error instanceof ServiceError))
        log.error('journal.write.resume_failed', error, { operationId: entry.id })
      const note = error instanceof ServiceError ? error.code : 'failed'
      await leaveOpen(this.#deps, entry, { note })
    }
    return undefined
  }

  async #execute(input: Omit<ExecutionInput, 'isLate'>): Promise<WriteResponse | OpenOutcome> {
    const { entry, account } = input
    const isNew = entry.plan === undefined
    const rows = isNew ? [] : await persist(this.#deps, (db) => listSteps(db, entry.id))
    const isLate = !account.isStillLinked || isPastDeadline(entry, this.#deps.runtime.now())
    const fullInput = { ...input, isLate }
    const spanAttributes = { 'adrail.operation': entry.name, 'adrail.operation_id': entry.id }
    return await inSpan(`write ${entry.name}`, spanAttributes, async (span) => {
      const outcome = await executeWrite(this.#deps, fullInput, rows)
      span.setAttribute('adrail.state', outcome.state)
      if (outcome.state !== 'open') return await endWrite(this.#deps, fullInput, outcome)
      await leaveOpen(this.#deps, entry, outcome)
      return outcome
    })
  }
}
