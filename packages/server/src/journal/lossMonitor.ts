// Notices that the database lost writes that it had confirmed, and reports the loss. Creations then search
// for their objects first.
//
// A loss has three signs. The server's timeline differs from the recorded one, or a write is gone that this
// process ended, or has leased. The first two signs are part of the statement by which a process becomes the
// owner of a write. So no process sends a creation before it knows.

import type { EventData } from '@adrail/contract'
import { lossEvent, type RecordedLoss, recordAudit } from '../audit/chain.ts'
import { Poller } from '../concurrency/poller.ts'
import { makeEvent } from '../events/emit.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Runtime } from '../runtime/runtime.ts'
import {
  adoptTimeline,
  type DatabaseState,
  type Evidence,
  type EvidenceExpression,
  findMissingWrites,
  loadDatabaseState,
  parseEvidence,
  recordLoss,
  recordLossReport,
  selectEvidence,
} from '../store/databaseState.ts'
import type { EntryWithEvidence } from '../store/entryOwnership.ts'
import type { JournalEntry } from '../store/journalEntries.ts'
import type { LossReason, Store } from '../store/tables.ts'
import { listWorkspacesAfter } from '../store/workspaces.ts'
import { entryRetentionMs } from './pruneJournal.ts'

export const checkDatabaseEveryMs = 5000
/** Operators should not fail over to a standby that is further behind than this. */
const rememberMs = 15 * 60 * 1000
const maxRemembered = 2000
const maxWritesPerEvent = 50
const workspacesPerPage = 100
/** Sorts after the id of every workspace in any collation, because those ids begin with `ws_`. */
const allReportedMarker = 'zz'

type LostWrite = EventData<typeof lossEvent>['writes'][number]

interface RememberedWrite {
  readonly entry: RememberedEntry
  readonly write: LostWrite
  readonly at: number
}

type RememberedEntry = Pick<JournalEntry, 'workspaceId' | 'createdAt'>

/** An entry that this process has leased. */
export interface LeasedEntry extends JournalEntry {
  /**
   * When the database lost writes, by the clock of this process. The effect of the entry may exist already.
   */
  readonly lostAt?: number
}

interface LossMonitorDeps {
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count' | 'initializeCounter' | 'onScrape'>
}

export class LossMonitor {
  readonly #deps: LossMonitorDeps
  readonly #poller: Poller
  /** Writes that the database confirmed, by id, latest last. */
  readonly #rememberedWrites = new Map<string, RememberedWrite>()
  #latestWrite: RememberedWrite | undefined
  #reportedLossAt: number | undefined

  constructor(deps: LossMonitorDeps) {
    this.#deps = deps
    deps.metrics.initializeCounter('writesForgotten')
    deps.metrics.onScrape(async () => {
      const { msSinceLoss } = parseEvidence((await loadDatabaseState(deps.store)).evidence)
      return [{ gauge: 'databaseLoss', labels: [], value: msSinceLoss === undefined ? 0 : 1 }]
    })
    this.#poller = new Poller(() => this.#poll().catch((error: unknown) => this.#logFailure(error)))
  }

  /** Checks once, so that a loss is noticed and reported without any write. */
  poll(): Promise<void> {
    return this.#poller.run()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  /** Makes this process the owner of an entry, by a statement that also returns the evidence. */
  async acquireEntry(
    acquire: (evidence: EvidenceExpression) => Promise<EntryWithEvidence | undefined>,
  ): Promise<LeasedEntry | undefined> {
    const entry = await acquire(selectEvidence(this.#deps.store, this.#expectedWriteId()))
    if (!entry) return undefined
    const { evidence, ...leasedEntry } = entry
    const lostAt = await this.#assessEvidence(parseEvidence(evidence))
    return lostAt === undefined ? leasedEntry : { ...leasedEntry, lostAt }
  }

  /** Records that the database confirmed the end of a write. */
  rememberWrite({ workspaceId, createdAt }: RememberedEntry, write: LostWrite): void {
    const at = this.#deps.runtime.monotonic()
    this.#latestWrite = { entry: { workspaceId, createdAt }, write, at }
    this.#rememberedWrites.set(write.operationId, this.#latestWrite)
    for (const [id, rememberedWrite] of this.#rememberedWrites) {
      if (this.#rememberedWrites.size <= maxRemembered && at - rememberedWrite.at < rememberMs) break
      this.#rememberedWrites.delete(id)
    }
  }

  /**
   * A write that was begun has passed to another process, or is gone from the database. Only a loss explains
   * the latter.
   */
  async checkMissing(entry: RememberedEntry, write: LostWrite): Promise<void> {
    try {
      const missingIds = await findMissingWrites(this.#deps.store.db, [write.operationId])
      if (missingIds.size === 0 || this.#mayBePruned(entry)) return
      this.rememberWrite(entry, write)
      this.#reportedLossAt = undefined
      await this.#declareLoss('write_missing')
    } catch (error) {
      this.#logFailure(error)
    }
  }

  #logFailure(error: unknown): void {
    this.#deps.log.info('database.check_failed', { note: String(error) })
  }

  /** Returns the id of a write that must be in the database, or an empty text when no write ended lately. */
  #expectedWriteId(): string {
    if (!this.#latestWrite || this.#mayBePruned(this.#latestWrite.entry)) return ''
    const { write, at } = this.#latestWrite
    return this.#deps.runtime.monotonic() - at < rememberMs ? write.operationId : ''
  }

  /** The journal deletes old writes, also those that ended lately (tidy.ts). Such a write is not lost. */
  #mayBePruned({ createdAt }: RememberedEntry): boolean {
    return createdAt < this.#deps.runtime.now() - entryRetentionMs + rememberMs
  }

  /** Returns when writes were lost, or undefined when that was a day ago or never. */
  async #assessEvidence({
    timeline,
    recordedTimeline,
    msSinceLoss,
    isWriteMissing,
  }: Evidence): Promise<number | undefined> {
    const { store, runtime } = this.#deps
    const hasTimelineChanged = timeline !== '' && timeline !== recordedTimeline
    if (hasTimelineChanged && recordedTimeline === '') await adoptTimeline(store)
    else if (hasTimelineChanged || isWriteMissing) {
      await this.#declareLoss(hasTimelineChanged ? 'failover' : 'write_missing')
      return runtime.now()
    }
    return msSinceLoss === undefined ? undefined : runtime.now() - msSinceLoss
  }

  async #declareLoss(reason: LossReason): Promise<void> {
    const { store, log } = this.#deps
    if (await recordLoss(store, reason)) log.warn('database.writes_lost', { reason })
    void this.poll()
  }

  async #poll(): Promise<void> {
    const { store } = this.#deps
    await this.#assessEvidence(
      parseEvidence((await loadDatabaseState(store, this.#expectedWriteId())).evidence),
    )
    const state = await loadDatabaseState(store)
    if (state.lost_at === null || state.reason === '') return
    if (state.lost_at !== this.#reportedLossAt) await this.#reportLostWrites(state.lost_at, state.reason)
    if (parseEvidence(state.evidence).msSinceLoss !== undefined)
      await this.#notifyWorkspaces(state, state.lost_at, state.reason)
  }

  /** Reports the writes that this process knows to be lost. */
  async #reportLostWrites(lostAt: number, reason: LossReason): Promise<void> {
    const { store, log, metrics } = this.#deps
    this.#reportedLossAt = lostAt
    const missingIds = await findMissingWrites(store.db, [...this.#rememberedWrites.keys()])
    const lost = [...this.#rememberedWrites.values()].filter(
      ({ entry, write }) => missingIds.has(write.operationId) && !this.#mayBePruned(entry),
    )
    for (const [workspaceId, workspaceWrites] of Map.groupBy(lost, ({ entry }) => entry.workspaceId))
      for (let from = 0; from < workspaceWrites.length; from += maxWritesPerEvent) {
        const writes = workspaceWrites.slice(from, from + maxWritesPerEvent).map(({ write }) => write)
        await store.db
          .transaction()
          .execute((transaction) => this.#record(transaction, workspaceId, reason, writes))
          .catch((error: unknown) => {
            this.#reportedLossAt = undefined
            throw error
          })
        for (const { operationId } of writes) {
          this.#rememberedWrites.delete(operationId)
          if (this.#latestWrite?.write.operationId === operationId) this.#latestWrite = undefined
          metrics.count('writesForgotten')
        }
        log.warn('database.writes_forgotten', { workspaceId, reason, writes })
      }
  }

  /** Notifies each workspace once, even if several processes share the work. */
  async #notifyWorkspaces(
    { reported_to: reportedTo }: DatabaseState,
    lostAt: number,
    reason: LossReason,
  ): Promise<void> {
    const { store } = this.#deps
    for (let last = reportedTo; last !== allReportedMarker; ) {
      const page = await listWorkspacesAfter(store.db, last, workspacesPerPage)
      for (const { id } of page) {
        if (this.#poller.isStopped) return
        await store.db.transaction().execute(async (transaction) => {
          if (await recordLossReport(transaction, lostAt, id)) await this.#record(transaction, id, reason, [])
        })
        last = id
      }
      if (page.length > 0) continue
      await recordLossReport(store.db, lostAt, allReportedMarker)
      return
    }
  }

  async #record(
    transaction: Parameters<typeof recordAudit>[0],
    workspaceId: string,
    reason: LossReason,
    writes: readonly LostWrite[],
  ): Promise<void> {
    const { runtime } = this.#deps
    const after: RecordedLoss = { reason, operationIds: writes.map(({ operationId }) => operationId) }
    const record = {
      workspaceId,
      at: runtime.now(),
      event: lossEvent,
      actor: 'service',
      subject: 'database',
      after,
    }
    await recordAudit(transaction, record, [
      makeEvent(runtime, lossEvent, '', { reason, writes: [...writes] }),
    ])
  }
}
