// Writes about many campaigns. The journal entry of such a write names no ad account and has no steps. The
// table `batch_items` has a row for each campaign. The campaign's own write changes it, under an idempotency
// key that derives from the row. A process that takes the entry over retries the open rows, and the keys
// prevent that a campaign is changed twice.

import { createHmac } from 'node:crypto'
import { declarationOf, type OperationName, platforms } from '@adrail/contract'
import { errors as errorTable } from '@adrail/contract/tables'
import { recordAudit, type Surface } from '../../audit/chain.ts'
import { canonical } from '../../base/canonical.ts'
import { ServiceError } from '../../base/errors.ts'
import { severalAtOnce } from '../../base/severalAtOnce.ts'
import { unhurried, within } from '../../platforms/kit/deadline.ts'
import {
  type BatchItem,
  deleteItem,
  hasOpenItems,
  type ItemState,
  insertItems,
  lastNumber,
  maxItemsAtOnce,
  openItems,
  updateItem,
} from '../../store/batchItems.ts'
import {
  endEntry,
  endedBy,
  findEntry,
  findEntryByKey,
  findEqualEntry,
  hasEnded,
  type JournalEntry,
  lastEndedEqual,
  renewLease,
  stepsOf,
  updateEntry,
} from '../../store/journalEntries.ts'
import { requireAuthority } from '../authority.ts'
import { claim, fingerprintOf, forget } from '../claim.ts'
import { replayOf, type WriteAnswer } from '../ending.ts'
import { Lease, LeaseLost, leaseMs } from '../lease.ts'
import type { JournalParts, WriteRequest } from '../parts.ts'
import { persist } from '../persist.ts'
import { type Plan, readPlan } from '../plan.ts'
import { batchReport, planOf, resultsOf, stateOf } from './batchResults.ts'
import { type Job, jobOf, keyOf } from './jobs.ts'
import type { Target } from './target.ts'

/** More campaigns than this are changed in the background, and the response does not wait for them. */
export const maxAwaited = 20
/** The response waits this long for smaller batches. */
const awaitMs = 25_000
/** Concurrent writes per platform. */
const writesAtOnce = 6
const writeMs = 60_000
const renewEveryMs = 10_000
/** Delay before open items are retried. */
const pauseMs = 2000

interface BatchDeps {
  readonly parts: JournalParts
  readonly owner: string
  /** Performs the write of one campaign. An unclear outcome is left to the runner. */
  perform(request: WriteRequest): Promise<WriteAnswer>
  /** The process does not stop before the work has finished. */
  keepInSight<Result>(work: Promise<Result>): Promise<Result>
}

export function isBatch(entry: JournalEntry): boolean {
  return entry.plan !== '' && readPlan(entry).isBatch === true
}

export class Batches {
  readonly #deps: BatchDeps
  readonly #parts: JournalParts

  constructor(deps: BatchDeps) {
    this.#deps = deps
    this.#parts = deps.parts
  }

  /** `undone` is the batch that the request undoes. */
  async perform(given: WriteRequest, undone?: JournalEntry): Promise<WriteAnswer> {
    const { dryRun, planHash, ...body } = given.body
    const request = { ...given, body }
    const { workspaceId } = request.caller
    const job = jobOf(this.#parts, workspaceId, request.operation, body, undone)
    if (dryRun === true) return await this.#rehearse(request, job)
    const running = await this.#findRunning(request)
    if (running) return await this.#answer(running, job)
    const untargeted = { target: () => '' }
    const entry = await claim(this.#parts, this.#deps.owner, untargeted, request)
    if (hasEnded(entry)) return replayOf(entry)
    given.begun?.(entry.id)
    const count = entry.plan === '' ? await this.#begin(entry, job, planHash) : maxAwaited
    const driven = this.#deps.keepInSight(unhurried(() => this.#drive(entry, job)))
    if (count <= maxAwaited) await this.#wait(driven)
    return await this.#answer(entry, job)
  }

  /** For the runner: resumes a batch whose owner has lost the lease, or whose pause has ended. */
  async resume(entry: JournalEntry): Promise<void> {
    const job = jobOf(this.#parts, entry.workspace_id, entry.name, JSON.parse(entry.request))
    await this.#drive(entry, job)
  }

  async #rehearse(request: WriteRequest, job: Job): Promise<WriteAnswer> {
    const { workspaceId } = request.caller
    const targets = await job.list()
    const plan = await planOf(this.#parts.store, workspaceId, job.verb, targets)
    const planHash = await this.#planHash(workspaceId, fingerprintOf(request), targets)
    const results = { success: true, error: '', dryRun: true, ...plan, planHash }
    return { status: 200, results, headers: {} }
  }

  /** Finds an equal batch in progress, so that the request gets its progress as the response. */
  async #findRunning(request: WriteRequest): Promise<JournalEntry | undefined> {
    const { db, clock } = this.#parts.store
    const { workspaceId, keyId } = request.caller
    const fingerprint = fingerprintOf(request)
    const never = Number.MAX_SAFE_INTEGER
    const recently = { endedSince: never, succeededSince: never, keyId, except: [] }
    const found =
      request.idempotencyKey === undefined
        ? await findEqualEntry(db, clock, workspaceId, fingerprint, recently)
        : await findEntryByKey(db, workspaceId, request.idempotencyKey)
    const isSame = found?.fingerprint === fingerprint && !hasEnded(found) && isBatch(found)
    return isSame ? found : undefined
  }

  /** Stores the items of the batch and returns their number. Nothing is sent before that. */
  async #begin(entry: JournalEntry, job: Job, planHash: unknown): Promise<number> {
    try {
      const targets = await job.list()
      if (
        planHash !== undefined &&
        planHash !== (await this.#planHash(entry.workspace_id, entry.fingerprint, targets))
      )
        throw new ServiceError('PLAN_CHANGED', { values: { problem: 'Request a new plan.' } })
      const items = targets.map((target, number) => itemOf(entry, number, target))
      await this.#insert(items)
      await this.#leaseOf(entry).renew(async (transaction) => {
        const { workspace_id: workspaceId, key_id: keyId, name } = entry
        const now = this.#parts.runtime.now()
        // The journal writes only names of operations.
        await requireAuthority(transaction, { workspaceId, keyId }, name as OperationName, now)
        const plan: Plan = { steps: [], isBatch: true }
        const change = { state: 'EXECUTING', plan: JSON.stringify(plan), updated_at: now }
        if (!(await updateEntry(transaction, entry, change))) throw new LeaseLost()
      })
      return targets.length
    } catch (error) {
      await forget(this.#parts, entry)
      throw error
    }
  }

  async #insert(items: readonly BatchItem[]): Promise<void> {
    const { store, runtime } = this.#parts
    for (let from = 0; from < items.length; from += maxItemsAtOnce) {
      await insertItems(store.db, items.slice(from, from + maxItemsAtOnce))
      await runtime.turn()
    }
  }

  /**
   * Processes all open items once, with the platforms in parallel. Afterwards the batch has ended, or pauses
   * until the next run.
   */
  async #drive(entry: JournalEntry, job: Job): Promise<void> {
    const { runtime, stopping, log } = this.#parts
    const lease = this.#leaseOf(entry)
    let isLost = false
    const renew = () =>
      lease.renew().catch((error: unknown) => {
        isLost ||= error instanceof LeaseLost
      })
    const isOver = () => isLost || stopping.aborted
    const cancel = runtime.every(renewEveryMs, renew)
    try {
      await Promise.all(
        platforms.map(async (platform) => {
          for (let last = -1; !isOver(); ) {
            const page = await openItems(this.#parts.store.db, entry.id, platform, last)
            const next = page.at(-1)
            if (!next) return
            last = next.number
            await severalAtOnce(runtime, page, writesAtOnce, isOver, (item) => this.#change(entry, job, item))
          }
        }),
      )
      if (isLost) return
      await lease.renew()
      if (await hasOpenItems(this.#parts.store.db, entry.id)) await this.#leaveOpen(entry)
      else await this.#end(entry, job)
    } catch (error) {
      if (!(error instanceof LeaseLost))
        log.error('journal.batch.interrupted', error, { operationId: entry.id })
    } finally {
      cancel()
    }
  }

  async #change(entry: JournalEntry, job: Job, item: BatchItem): Promise<void> {
    const { store, runtime, log } = this.#parts
    const change = (state: ItemState, write_id: string, code = '', error = '') =>
      updateItem(store.db, item, { state, write_id, code, error })
    try {
      if (item.campaign_id === '') return await this.#listLater(entry, job, item)
      const { results } = await within(
        runtime,
        writeMs,
        async () => this.#deps.perform({ ...requestOf(entry, item), ...(await job.writeFor(item)) }),
        entry.workspace_id,
      )
      const writeId = String(results['operationId'])
      if (!results.success) return await change('FAILED', writeId, String(results['code']), results.error)
      // The write of a campaign that has the requested status already has no steps.
      const steps = await stepsOf(store.db, writeId)
      await change(steps.length > 0 ? 'DONE' : 'UNCHANGED', writeId)
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        log.error('journal.batch.campaign_failed', error, { operationId: entry.id })
        return
      }
      const { code, message, details } = error
      const isOpen = isTransient(error) && runtime.now() < entry.deadline_at
      await change(isOpen ? 'OPEN' : 'FAILED', details.operationId ?? '', code, message)
    }
  }

  /** Replaces the item that stands for an ad account with the items of its campaigns. */
  async #listLater(entry: JournalEntry, job: Job, item: BatchItem): Promise<void> {
    const { store, runtime } = this.#parts
    const targets = await within(runtime, writeMs, () => job.listLater(item), entry.workspace_id)
    const held = { id: entry.id, fence: entry.fence }
    await store.db.transaction().execute(async (transaction) => {
      // Locks the row of the entry, so that no other owner numbers items at the same time.
      if (!(await renewLease(transaction, store.clock, held, leaseMs))) throw new LeaseLost()
      const first = (await lastNumber(transaction, entry.id)) + 1
      const items = targets.map((target, index) => itemOf(entry, first + index, target))
      for (let from = 0; from < items.length; from += maxItemsAtOnce)
        await insertItems(transaction, items.slice(from, from + maxItemsAtOnce))
      await deleteItem(transaction, item)
    })
  }

  async #leaveOpen(entry: JournalEntry): Promise<void> {
    const next_run_at = this.#parts.runtime.now() + pauseMs
    await persist(this.#parts, (db) => updateEntry(db, entry, { next_run_at, lease_until: 0 }))
  }

  /** State, results and audit entry are one transaction. */
  async #end(entry: JournalEntry, job: Job): Promise<void> {
    const { store, runtime } = this.#parts
    const report = await batchReport(store.db, entry)
    const results = resultsOf(report, entry, 'SUCCEEDED', job.results)
    const declared = declarationOf(entry.name as OperationName).audit
    await persist(this.#parts, (db) =>
      db.transaction().execute(async (transaction) => {
        const ended = await endEntry(transaction, store.clock, entry, {
          state: 'SUCCEEDED',
          status: 200,
          results: JSON.stringify(results),
          updated_at: runtime.now(),
        })
        if (!ended) {
          if (await endedBy(transaction, entry)) return
          throw new LeaseLost()
        }
        await recordAudit(transaction, {
          workspaceId: entry.workspace_id,
          at: runtime.now(),
          event: 'event' in declared ? declared.event : entry.name,
          actor: entry.key_id,
          requestId: entry.request_id,
          surface: entry.surface as Surface,
          operationId: entry.id,
          subject: entry.id,
          after: report.progress,
        })
      }),
    )
  }

  async #answer({ workspace_id, id }: JournalEntry, job: Job): Promise<WriteAnswer> {
    const { db } = this.#parts.store
    const entry = await findEntry(db, workspace_id, id)
    if (!entry) throw new ServiceError('OPERATION_NOT_FOUND')
    if (hasEnded(entry)) return { ...replayOf(entry), headers: {} }
    const results = resultsOf(await batchReport(db, entry), entry, stateOf(entry), job.results)
    return { status: 200, results, headers: {} }
  }

  async #wait(driven: Promise<void>): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const cancel = this.#parts.runtime.after(awaitMs, resolve)
    await Promise.race([driven, late])
    cancel()
  }

  /** Like other plan hashes, the hash is valid for one write of exactly these campaigns. */
  async #planHash(workspaceId: string, fingerprint: string, targets: readonly Target[]): Promise<string> {
    const { store, planSecret } = this.#parts
    const before = await lastEndedEqual(store.db, workspaceId, fingerprint)
    const hmac = createHmac('sha256', planSecret).update(canonical({ fingerprint, before }))
    const campaigns = targets.map(({ platform, account_id, campaign_id }) =>
      [platform, account_id, campaign_id].join(' '),
    )
    for (const campaign of campaigns.sort()) hmac.update(`\n${campaign}`)
    return hmac.digest('hex').slice(0, 32)
  }

  #leaseOf(entry: JournalEntry): Lease {
    return new Lease(this.#parts, (db) => renewLease(db, this.#parts.store.clock, entry, leaseMs))
  }
}

function itemOf({ id }: JournalEntry, number: number, target: Target): BatchItem {
  const { platform, user_id, account_id, campaign_id, undoneId, failure } = target
  return {
    operation_id: id,
    number,
    platform,
    user_id,
    account_id,
    campaign_id,
    state: 'OPEN',
    write_id: '',
    undone_id: undoneId,
    code: failure?.code ?? '',
    error: failure?.message ?? '',
  }
}

/** The write of one campaign has the caller of the batch. */
function requestOf(entry: JournalEntry, item: BatchItem) {
  return {
    caller: { workspaceId: entry.workspace_id, keyId: entry.key_id },
    user: { id: item.user_id },
    requestId: entry.request_id,
    surface: entry.surface as Surface,
    idempotencyKey: keyOf(item),
  }
}

/** Whether another try is useful. A write with an open outcome is then reconciled. */
function isTransient({ code, details }: ServiceError): boolean {
  return details.retryable ?? errorTable[code].retryable
}
