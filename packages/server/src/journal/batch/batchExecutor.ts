// Writes about many campaigns. The journal entry of such a write names no ad account and has no steps. The
// table `batch_items` has a row for each campaign. The campaign's own write changes it, under an idempotency
// key that derives from the row. A process that takes the entry over retries the open rows, and the keys
// prevent that a campaign is changed twice.

import { declarationOf, type OperationName, platforms } from '@adrail/contract'
import { recordAudit, type Surface } from '../../audit/chain.ts'
import { mapConcurrent } from '../../concurrency/mapConcurrent.ts'
import { withoutDeadline } from '../../platforms/connector-kit/deadline.ts'
import { ServiceError } from '../../runtime/errors.ts'
import {
  type BatchItem,
  hasOpenItems,
  insertItems,
  listOpenItems,
  maxItemsPerStatement,
} from '../../store/batchItems.ts'
import { endEntry, isEndedBy, releaseEntry, renewLease, updateEntry } from '../../store/entryOwnership.ts'
import {
  findEntry,
  findEntryByIdempotencyKey,
  findEqualEntry,
  hasEnded,
  type JournalEntry,
} from '../../store/journalEntries.ts'
import { requireAuthority } from '../authority.ts'
import { claim, releaseClaim } from '../claim.ts'
import { computeFingerprint } from '../fingerprint.ts'
import type { JournalDeps, WriteRequest } from '../journalDeps.ts'
import { Lease, LeaseLost, leaseMs } from '../lease.ts'
import { persist } from '../persist.ts'
import { type Plan, parsePlan } from '../plan.ts'
import { replayResponse, type WriteResponse } from '../writeOutcome.ts'
import {
  computeBatchPlanHash,
  describeBatchPlan,
  loadBatchReport,
  toBatchResults,
  toBatchState,
} from './batchResults.ts'
import { changeCampaign } from './changeCampaign.ts'
import { type BatchJob, createJob, toItem } from './jobs.ts'

/** More campaigns than this are changed in the background, and the response does not wait for them. */
export const maxAwaitedCampaigns = 20
/** The response waits this long for smaller batches. */
const responseTimeoutMs = 25_000
/** Concurrent writes per platform. */
const maxConcurrentWrites = 6
const renewEveryMs = 10_000
/** Delay before open items are retried. */
const pauseMs = 2000

interface BatchDeps {
  readonly journalDeps: JournalDeps
  readonly owner: string
  /** Performs the write of one campaign. An unclear outcome is left to the runner. */
  perform(request: WriteRequest): Promise<WriteResponse>
  /** The process does not stop before the work has finished. */
  track<Result>(work: Promise<Result>): Promise<Result>
}

export function isBatch(entry: JournalEntry): boolean {
  return entry.plan !== undefined && parsePlan(entry).isBatch === true
}

export class BatchExecutor {
  readonly #deps: BatchDeps
  readonly #journalDeps: JournalDeps

  constructor(deps: BatchDeps) {
    this.#deps = deps
    this.#journalDeps = deps.journalDeps
  }

  /** `undoneEntry` is the batch that the request undoes. */
  async perform(rawRequest: WriteRequest, undoneEntry?: JournalEntry): Promise<WriteResponse> {
    const { dryRun, planHash, ...body } = rawRequest.body
    const request = { ...rawRequest, body }
    const { workspaceId } = request.caller
    const job = createJob(this.#journalDeps, workspaceId, request.operation, body, undoneEntry)
    if (dryRun === true) return await this.#dryRun(request, job)
    const runningEntry = await this.#findRunning(request)
    if (runningEntry) return await this.#respond(runningEntry, job)
    const untargeted = { target: () => undefined }
    const entry = await claim(this.#journalDeps, this.#deps.owner, untargeted, request)
    if (hasEnded(entry)) return replayResponse(entry)
    rawRequest.onStarted?.(entry.id)
    const count = entry.plan === undefined ? await this.#begin(entry, job, planHash) : maxAwaitedCampaigns
    const completion = this.#deps.track(withoutDeadline(() => this.#run(entry, job)))
    if (count <= maxAwaitedCampaigns) await this.#wait(completion)
    return await this.#respond(entry, job)
  }

  /** For the runner: resumes a batch whose owner has lost the lease, or whose pause has ended. */
  async resume(entry: JournalEntry): Promise<void> {
    const job = createJob(this.#journalDeps, entry.workspaceId, entry.name, JSON.parse(entry.request))
    await this.#run(entry, job)
  }

  async #dryRun(request: WriteRequest, job: BatchJob): Promise<WriteResponse> {
    const { workspaceId } = request.caller
    const targets = await job.listTargets()
    const plan = await describeBatchPlan(this.#journalDeps.store, workspaceId, job.verb, targets)
    const planHash = await computeBatchPlanHash(
      this.#journalDeps,
      workspaceId,
      computeFingerprint(request),
      targets,
    )
    const results = { success: true, error: '', dryRun: true, ...plan, planHash }
    return { status: 200, results, headers: {} }
  }

  /** Finds an equal batch in progress, so that the request gets its progress as the response. */
  async #findRunning(request: WriteRequest): Promise<JournalEntry | undefined> {
    const { db, clock } = this.#journalDeps.store
    const { workspaceId, keyId } = request.caller
    const fingerprint = computeFingerprint(request)
    const farFuture = Number.MAX_SAFE_INTEGER
    const filter = { endedSince: farFuture, succeededSince: farFuture, keyId, excludedIds: [] }
    const entry =
      request.idempotencyKey === undefined
        ? await findEqualEntry(db, clock, workspaceId, fingerprint, filter)
        : await findEntryByIdempotencyKey(db, workspaceId, request.idempotencyKey)
    const isSame = entry?.fingerprint === fingerprint && !hasEnded(entry) && isBatch(entry)
    return isSame ? entry : undefined
  }

  /** Stores the items of the batch and returns their number. Nothing is sent before that. */
  async #begin(entry: JournalEntry, job: BatchJob, planHash: unknown): Promise<number> {
    try {
      const targets = await job.listTargets()
      if (
        planHash !== undefined &&
        planHash !==
          (await computeBatchPlanHash(this.#journalDeps, entry.workspaceId, entry.fingerprint, targets))
      )
        throw new ServiceError('PLAN_CHANGED', { values: { problem: 'Request a new plan.' } })
      const items = targets.map((target, number) => toItem(entry, number, target))
      await this.#insert(items)
      await this.#createLease(entry).renew(async (transaction) => {
        const { workspaceId, keyId, name } = entry
        const now = this.#journalDeps.runtime.now()
        // The journal writes only names of operations.
        await requireAuthority(transaction, { workspaceId, keyId }, name as OperationName, now)
        const plan: Plan = { steps: [], isBatch: true }
        const change = { state: 'EXECUTING' as const, plan: JSON.stringify(plan), updatedAt: now }
        if (!(await updateEntry(transaction, entry, change))) throw new LeaseLost()
      })
      return targets.length
    } catch (error) {
      await releaseClaim(this.#journalDeps, entry)
      throw error
    }
  }

  async #insert(items: readonly BatchItem[]): Promise<void> {
    const { store, runtime } = this.#journalDeps
    for (let from = 0; from < items.length; from += maxItemsPerStatement) {
      await insertItems(store.db, items.slice(from, from + maxItemsPerStatement))
      await runtime.yieldToLoop()
    }
  }

  /**
   * Processes all open items once, with the platforms in parallel. Afterwards the batch has ended, or pauses
   * until the next run.
   */
  async #run(entry: JournalEntry, job: BatchJob): Promise<void> {
    const { runtime, stopping, log } = this.#journalDeps
    const lease = this.#createLease(entry)
    let isLeaseLost = false
    const renew = () =>
      lease.renew().catch((error: unknown) => {
        isLeaseLost ||= error instanceof LeaseLost
      })
    const isStopped = () => isLeaseLost || stopping.aborted
    const cancel = runtime.every(renewEveryMs, renew)
    try {
      await Promise.all(
        platforms.map(async (platform) => {
          for (let last = -1; !isStopped(); ) {
            const page = await listOpenItems(this.#journalDeps.store.db, entry.id, platform, last)
            const next = page.at(-1)
            if (!next) return
            last = next.number
            await mapConcurrent(runtime, page, maxConcurrentWrites, isStopped, (item) =>
              changeCampaign(this.#deps, entry, job, item),
            )
          }
        }),
      )
      if (isLeaseLost) return
      await lease.renew()
      if (await hasOpenItems(this.#journalDeps.store.db, entry.id)) await this.#leaveOpen(entry)
      else await this.#end(entry, job)
    } catch (error) {
      if (!(error instanceof LeaseLost))
        log.error('journal.batch.interrupted', error, { operationId: entry.id })
    } finally {
      cancel()
    }
  }

  async #leaveOpen(entry: JournalEntry): Promise<void> {
    const dueAt = this.#journalDeps.runtime.now() + pauseMs
    await persist(this.#journalDeps, (db) => releaseEntry(db, entry, { dueAt }))
  }

  /** State, results and audit entry are one transaction. */
  async #end(entry: JournalEntry, job: BatchJob): Promise<void> {
    const { store, runtime } = this.#journalDeps
    const report = await loadBatchReport(store.db, entry)
    const results = toBatchResults(report, entry, 'SUCCEEDED', job.results)
    const auditDeclaration = declarationOf(entry.name as OperationName).audit
    await persist(this.#journalDeps, (db) =>
      db.transaction().execute(async (transaction) => {
        const isEnded = await endEntry(transaction, store.clock, entry, {
          state: 'SUCCEEDED',
          response: { status: 200, results: JSON.stringify(results) },
          updatedAt: runtime.now(),
        })
        if (!isEnded) {
          if (await isEndedBy(transaction, entry)) return
          throw new LeaseLost()
        }
        await recordAudit(transaction, {
          workspaceId: entry.workspaceId,
          at: runtime.now(),
          event: 'event' in auditDeclaration ? auditDeclaration.event : entry.name,
          actor: entry.keyId,
          requestId: entry.requestId,
          surface: entry.surface as Surface,
          operationId: entry.id,
          subject: entry.id,
          after: report.progress,
        })
      }),
    )
  }

  async #respond({ workspaceId, id }: JournalEntry, job: BatchJob): Promise<WriteResponse> {
    const { db } = this.#journalDeps.store
    const entry = await findEntry(db, workspaceId, id)
    if (!entry) throw new ServiceError('OPERATION_NOT_FOUND', { values: { id } })
    if (hasEnded(entry)) return { ...replayResponse(entry), headers: {} }
    const results = toBatchResults(await loadBatchReport(db, entry), entry, toBatchState(entry), job.results)
    return { status: 200, results, headers: {} }
  }

  async #wait(completion: Promise<void>): Promise<void> {
    const { promise: timeout, resolve } = Promise.withResolvers<void>()
    const cancel = this.#journalDeps.runtime.after(responseTimeoutMs, resolve)
    await Promise.race([completion, timeout])
    cancel()
  }

  #createLease(entry: JournalEntry): Lease {
    return new Lease(this.#journalDeps, (db) => renewLease(db, this.#journalDeps.store.clock, entry, leaseMs))
  }
}
