// Runs on every process. Resumes writes without an outcome, right after the start and continuously.

import { Poller } from '../concurrency/poller.ts'
import type { Log } from '../observability/log.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { listDueEntries } from '../store/journalEntries.ts'
import type { Store } from '../store/tables.ts'
import type { Journal } from './journal.ts'
import { pruneJournal } from './pruneJournal.ts'
import { attentionRetryMs, maxPauseMs } from './writeOutcome.ts'

/**
 * Number of entries that are resumed at the same time. An entry that waits for its platform does not delay
 * the others.
 */
const maxConcurrent = 10

export const runEveryMs = 2000
/** The checks for late creations are minutes apart. */
const checkLateEveryMs = 30_000

type DueEntry = Awaited<ReturnType<typeof listDueEntries>>[number]

export class Runner {
  readonly #deps: { readonly store: Store; readonly runtime: Runtime; readonly log: Log }
  readonly #journal: Journal
  readonly #poller = new Poller(() => this.#logFailure(() => this.#poll()))
  readonly #prunePoller = new Poller(() => this.#logFailure(() => this.#prune()))
  readonly #lateCheckPoller = new Poller(() =>
    this.#logFailure(() => this.#journal.runLateChecks(maxConcurrent)),
  )
  /** Entries in progress by id. A poll starts only as many as the limit allows. */
  readonly #inFlight = new Map<string, Promise<void>>()
  #pruning = Promise.resolve()
  #lateChecking = Promise.resolve()
  #lateCheckedAt = Number.NEGATIVE_INFINITY
  #prunedAt = Number.NEGATIVE_INFINITY

  constructor(deps: { store: Store; runtime: Runtime; log: Log }, journal: Journal) {
    this.#deps = deps
    this.#journal = journal
  }

  /** Polls once, and resolves when all work in progress has finished. */
  async poll(): Promise<void> {
    await this.#poller.run()
    await this.#pruning
    await this.#lateChecking
    await Promise.all(this.#inFlight.values())
  }

  async stop(): Promise<void> {
    await Promise.all([this.#poller.stop(), this.#prunePoller.stop(), this.#lateCheckPoller.stop()])
    await Promise.all(this.#inFlight.values())
  }

  /** An unavailable database must not stop the polling. */
  #logFailure(work: () => Promise<void>): Promise<void> {
    return work().catch((error) =>
      this.#deps.log.info('journal.runner.poll_failed', { note: (error as Error).message }),
    )
  }

  async #poll(): Promise<void> {
    const { store, runtime } = this.#deps
    const dueWindow = { now: runtime.now(), maxDelayMs: maxPauseMs }
    if (this.#inFlight.size < maxConcurrent)
      for (const entry of await listDueEntries(store.db, store.clock, dueWindow, maxConcurrent))
        this.#resume(entry)
    await this.#journal.endExpiredApprovals(maxConcurrent)
    // The clock may step in either direction.
    if (Math.abs(runtime.now() - this.#lateCheckedAt) >= checkLateEveryMs) {
      this.#lateCheckedAt = runtime.now()
      this.#lateChecking = this.#lateCheckPoller.run()
    }
    if (runtime.now() - this.#prunedAt < attentionRetryMs) return
    this.#prunedAt = runtime.now()
    this.#pruning = this.#prunePoller.run()
  }

  async #prune(): Promise<void> {
    const { store, runtime } = this.#deps
    await pruneJournal(store, runtime, () => this.#prunePoller.isStopped)
    // After a day without an outcome, a new token of the account may clear up the write.
    const states = ['NEEDS_ATTENTION'] as const
    const attentionWindow = { now: runtime.now(), maxDelayMs: attentionRetryMs }
    for (const entry of await listDueEntries(store.db, store.clock, attentionWindow, maxConcurrent, states)) {
      while (this.#inFlight.size >= maxConcurrent) await Promise.race(this.#inFlight.values())
      if (this.#prunePoller.isStopped) return
      this.#resume(entry)
    }
  }

  /** Starts an entry once and within the limit. An entry that was just resumed may still be listed as due. */
  #resume(entry: DueEntry): void {
    if (this.#inFlight.size >= maxConcurrent || this.#inFlight.has(entry.id)) return
    const resumption = this.#journal
      .resume(entry)
      .catch((error) => this.#deps.log.error('journal.write.interrupted', error, { operationId: entry.id }))
      .finally(() => this.#inFlight.delete(entry.id))
    this.#inFlight.set(entry.id, resumption)
  }
}
