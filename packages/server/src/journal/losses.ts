// Notices that the database lost writes that it had confirmed, and reports the loss. Creations then search
// for their objects first.
//
// A loss has three signs. The server's timeline differs from the recorded one, or a write is gone that this
// process ended, or has leased. The first two signs are part of the statement by which a process becomes the
// owner of a write. So no process sends a creation before it knows.

import type { EventData } from '@adrail/contract'
import { lossEvent, type RecordedLoss, recordAudit } from '../audit/chain.ts'
import type { Log } from '../base/log.ts'
import type { Metrics } from '../base/metrics.ts'
import { Rounds } from '../base/rounds.ts'
import type { Runtime } from '../base/runtime.ts'
import { makeEvent } from '../events/tell.ts'
import {
  adoptTimeline,
  type DatabaseState,
  databaseState,
  type Evidence,
  type EvidenceExpression,
  evidenceOf,
  missingWrites,
  readEvidence,
  recordLoss,
  reportLossTo,
} from '../store/databaseState.ts'
import type { JournalEntry, OwnedEntry } from '../store/journalEntries.ts'
import type { LossReason, Store } from '../store/tables.ts'
import { workspacesAfter } from '../store/workspaces.ts'
import { keepMs } from './tidy.ts'

export const checkDatabaseEveryMs = 5000
/** Operators should not fail over to a standby that is further behind than this. */
const rememberMs = 15 * 60 * 1000
const maxRemembered = 2000
const maxWritesPerEvent = 50
const workspacesPerPage = 100
/** Sorts after the id of every workspace in any collation, because those ids begin with `ws_`. */
const reportedToAll = 'zz'

type LostWrite = EventData<typeof lossEvent>['writes'][number]

interface Remembered {
  readonly entry: RememberedEntry
  readonly write: LostWrite
  readonly at: number
}

type RememberedEntry = Pick<JournalEntry, 'workspace_id' | 'created_at'>

/** An entry that this process has leased. */
export interface HeldEntry extends JournalEntry {
  /**
   * When the database lost writes, by the clock of this process. The effect of the entry may exist already.
   */
  readonly lostAt?: number
}

interface Parts {
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count' | 'expect' | 'onScrape'>
}

export class Losses {
  readonly #parts: Parts
  readonly #rounds: Rounds
  /** Writes that the database confirmed, by id, latest last. */
  readonly #remembered = new Map<string, Remembered>()
  #latest: Remembered | undefined
  #comparedFor: number | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    parts.metrics.expect('writesForgotten')
    parts.metrics.onScrape(async () => {
      const { lostMs } = readEvidence((await databaseState(parts.store)).evidence)
      return [{ gauge: 'databaseLoss', labels: [], value: lostMs === undefined ? 0 : 1 }]
    })
    this.#rounds = new Rounds(() => this.#check().catch((error: unknown) => this.#failed(error)))
  }

  /** Checks once, so that a loss is noticed and reported without any write. */
  round(): Promise<void> {
    return this.#rounds.run()
  }

  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  /** Makes this process the owner of an entry, by a statement that also returns the evidence. */
  async hold(
    own: (evidence: EvidenceExpression) => Promise<OwnedEntry | undefined>,
  ): Promise<HeldEntry | undefined> {
    const entry = await own(evidenceOf(this.#parts.store, this.#known()))
    if (!entry) return undefined
    const { evidence, ...held } = entry
    const lostAt = await this.#judge(readEvidence(evidence))
    return lostAt === undefined ? held : { ...held, lostAt }
  }

  /** Records that the database confirmed the end of a write. */
  remember({ workspace_id, created_at }: RememberedEntry, write: LostWrite): void {
    const at = this.#parts.runtime.monotonic()
    this.#latest = { entry: { workspace_id, created_at }, write, at }
    this.#remembered.set(write.operationId, this.#latest)
    for (const [id, remembered] of this.#remembered) {
      if (this.#remembered.size <= maxRemembered && at - remembered.at < rememberMs) break
      this.#remembered.delete(id)
    }
  }

  /**
   * A write that was begun has passed to another process, or is gone from the database. Only a loss explains
   * the latter.
   */
  async checkHeld(entry: RememberedEntry, write: LostWrite): Promise<void> {
    try {
      const missing = await missingWrites(this.#parts.store.db, [write.operationId])
      if (missing.size === 0 || this.#mayBePruned(entry)) return
      this.remember(entry, write)
      this.#comparedFor = undefined
      await this.#declare('write_missing')
    } catch (error) {
      this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    this.#parts.log.info('database.check_failed', { note: String(error) })
  }

  /** Returns the id of a write that must be in the database, or an empty text when no write ended lately. */
  #known(): string {
    if (!this.#latest || this.#mayBePruned(this.#latest.entry)) return ''
    const { write, at } = this.#latest
    return this.#parts.runtime.monotonic() - at < rememberMs ? write.operationId : ''
  }

  /** The journal deletes old writes, also those that ended lately (tidy.ts). Such a write is not lost. */
  #mayBePruned({ created_at }: RememberedEntry): boolean {
    return created_at < this.#parts.runtime.now() - keepMs + rememberMs
  }

  /** Returns when writes were lost, or undefined when that was a day ago or never. */
  async #judge({ timeline, recorded, lostMs, isMissing }: Evidence): Promise<number | undefined> {
    const { store, runtime } = this.#parts
    const isOther = timeline !== '' && timeline !== recorded
    if (isOther && recorded === '') await adoptTimeline(store)
    else if (isOther || isMissing) {
      await this.#declare(isOther ? 'failover' : 'write_missing')
      return runtime.now()
    }
    return lostMs === undefined ? undefined : runtime.now() - lostMs
  }

  async #declare(reason: LossReason): Promise<void> {
    const { store, log } = this.#parts
    if (await recordLoss(store, reason)) log.warn('database.writes_lost', { reason })
    void this.round()
  }

  async #check(): Promise<void> {
    const { store } = this.#parts
    await this.#judge(readEvidence((await databaseState(store, this.#known())).evidence))
    const state = await databaseState(store)
    if (state.lost_at === null || state.reason === '') return
    if (state.lost_at !== this.#comparedFor) await this.#compare(state.lost_at, state.reason)
    if (readEvidence(state.evidence).lostMs !== undefined)
      await this.#report(state, state.lost_at, state.reason)
  }

  /** Reports the writes that this process knows to be lost. */
  async #compare(lostAt: number, reason: LossReason): Promise<void> {
    const { store, log, metrics } = this.#parts
    this.#comparedFor = lostAt
    const missing = await missingWrites(store.db, [...this.#remembered.keys()])
    const lost = [...this.#remembered.values()].filter(
      ({ entry, write }) => missing.has(write.operationId) && !this.#mayBePruned(entry),
    )
    for (const [workspaceId, all] of Map.groupBy(lost, ({ entry }) => entry.workspace_id))
      for (let from = 0; from < all.length; from += maxWritesPerEvent) {
        const writes = all.slice(from, from + maxWritesPerEvent).map(({ write }) => write)
        await store.db
          .transaction()
          .execute((transaction) => this.#record(transaction, workspaceId, reason, writes))
          .catch((error: unknown) => {
            this.#comparedFor = undefined
            throw error
          })
        for (const { operationId } of writes) {
          this.#remembered.delete(operationId)
          if (this.#latest?.write.operationId === operationId) this.#latest = undefined
          metrics.count('writesForgotten')
        }
        log.warn('database.writes_forgotten', { workspaceId, reason, writes })
      }
  }

  /** Notifies each workspace once, even if several processes share the work. */
  async #report(
    { reported_to: reportedTo }: DatabaseState,
    lostAt: number,
    reason: LossReason,
  ): Promise<void> {
    const { store } = this.#parts
    for (let last = reportedTo; last !== reportedToAll; ) {
      const page = await workspacesAfter(store.db, last, workspacesPerPage)
      for (const { id } of page) {
        if (this.#rounds.isStopped) return
        await store.db.transaction().execute(async (transaction) => {
          if (await reportLossTo(transaction, lostAt, id)) await this.#record(transaction, id, reason, [])
        })
        last = id
      }
      if (page.length > 0) continue
      await reportLossTo(store.db, lostAt, reportedToAll)
      return
    }
  }

  async #record(
    transaction: Parameters<typeof recordAudit>[0],
    workspaceId: string,
    reason: LossReason,
    writes: readonly LostWrite[],
  ): Promise<void> {
    const { runtime } = this.#parts
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
