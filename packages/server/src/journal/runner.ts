// Runs on every process. Resumes writes without an outcome, right after the start and continuously.

import type { Log } from '../base/log.ts'
import { Rounds } from '../base/rounds.ts'
import type { Runtime } from '../base/runtime.ts'
import { dueEntries } from '../store/journalEntries.ts'
import type { Store } from '../store/tables.ts'
import { longestPauseMs, rarelyMs } from './ending.ts'
import type { Journal } from './journal.ts'
import { tidy } from './tidy.ts'

/**
 * Number of entries that are resumed at the same time. An entry that waits for its platform does not delay
 * the others.
 */
const batch = 10

export const runEveryMs = 2000
/** The checks for late creations are minutes apart. */
const checkLateEveryMs = 30_000

type Due = Awaited<ReturnType<typeof dueEntries>>[number]

export class Runner {
  readonly #parts: { readonly store: Store; readonly runtime: Runtime; readonly log: Log }
  readonly #journal: Journal
  readonly #looks = new Rounds(() => this.#unlessAway(() => this.#look()))
  readonly #tidyings = new Rounds(() => this.#unlessAway(() => this.#tidy()))
  readonly #lateChecks = new Rounds(() => this.#unlessAway(() => this.#journal.checkLate(batch)))
  /** Entries in progress by id. A poll starts only as many as the limit allows. */
  readonly #settling = new Map<string, Promise<void>>()
  #tidying = Promise.resolve()
  #checkingLate = Promise.resolve()
  #checkedLateAt = Number.NEGATIVE_INFINITY
  #tidiedAt = Number.NEGATIVE_INFINITY

  constructor(parts: { store: Store; runtime: Runtime; log: Log }, journal: Journal) {
    this.#parts = parts
    this.#journal = journal
  }

  /** Polls once, and resolves when all work in progress has finished. */
  async round(): Promise<void> {
    await this.#looks.run()
    await this.#tidying
    await this.#checkingLate
    await Promise.all(this.#settling.values())
  }

  async stop(): Promise<void> {
    await Promise.all([this.#looks.stop(), this.#tidyings.stop(), this.#lateChecks.stop()])
    await Promise.all(this.#settling.values())
  }

  /** An unavailable database must not stop the polling. */
  #unlessAway(work: () => Promise<void>): Promise<void> {
    return work().catch((error) =>
      this.#parts.log.info('journal.runner.poll_failed', { note: (error as Error).message }),
    )
  }

  async #look(): Promise<void> {
    const { store, runtime } = this.#parts
    const turn = { now: runtime.now(), longestMs: longestPauseMs }
    if (this.#settling.size < batch)
      for (const entry of await dueEntries(store.db, store.clock, turn, batch)) this.#settle(entry)
    await this.#journal.endOverdue(batch)
    // The clock may step in either direction.
    if (Math.abs(runtime.now() - this.#checkedLateAt) >= checkLateEveryMs) {
      this.#checkedLateAt = runtime.now()
      this.#checkingLate = this.#lateChecks.run()
    }
    if (runtime.now() - this.#tidiedAt < rarelyMs) return
    this.#tidiedAt = runtime.now()
    this.#tidying = this.#tidyings.run()
  }

  async #tidy(): Promise<void> {
    const { store, runtime } = this.#parts
    await tidy(store, runtime, () => this.#tidyings.isStopped)
    // After a day without an outcome, a new token of the account may clear up the write.
    const given = ['NEEDS_ATTENTION']
    const rarely = { now: runtime.now(), longestMs: rarelyMs }
    for (const entry of await dueEntries(store.db, store.clock, rarely, batch, given)) {
      while (this.#settling.size >= batch) await Promise.race(this.#settling.values())
      if (this.#tidyings.isStopped) return
      this.#settle(entry)
    }
  }

  /** Starts an entry once and within the limit. An entry that was just resumed may still be listed as due. */
  #settle(entry: Due): void {
    if (this.#settling.size >= batch || this.#settling.has(entry.id)) return
    const settled = this.#journal
      .resume(entry)
      .catch((error) => this.#parts.log.error('journal.write.interrupted', error, { operationId: entry.id }))
      .finally(() => this.#settling.delete(entry.id))
    this.#settling.set(entry.id, settled)
  }
}
