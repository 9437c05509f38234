// On every process: settles what was cut off, right after the start and continuously.

import type { Log } from '../base/log.ts'
import { Rounds } from '../base/rounds.ts'
import type { Runtime } from '../base/runtime.ts'
import { dueEntries } from '../store/journalEntries.ts'
import type { Store } from '../store/tables.ts'
import { longestPauseMs, rarelyMs } from './ending.ts'
import type { Journal } from './journal.ts'
import { tidy } from './tidy.ts'

/** At the same time: one that has to wait for its platform does not keep the others waiting. */
const batch = 10

export const runEveryMs = 2000

export class Runner {
  readonly #parts: { readonly store: Store; readonly runtime: Runtime; readonly log: Log }
  readonly #journal: Journal
  readonly #rounds = new Rounds(() =>
    // A database that is away is no reason to stop trying.
    this.#round().catch((error) =>
      this.#parts.log.info('the runner could not look', { note: (error as Error).message }),
    ),
  )
  #tidiedAt = Number.NEGATIVE_INFINITY

  constructor(parts: { store: Store; runtime: Runtime; log: Log }, journal: Journal) {
    this.#parts = parts
    this.#journal = journal
  }

  /** One round over what is due. */
  round(): Promise<void> {
    return this.#rounds.run()
  }

  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  async #round(): Promise<void> {
    const { store, runtime } = this.#parts
    const turn = { now: runtime.now(), longestMs: longestPauseMs }
    await this.#resume(await dueEntries(store.db, store.clock, turn, batch))
    await this.#journal.endOverdue(batch)
    if (runtime.now() - this.#tidiedAt < rarelyMs) return
    this.#tidiedAt = runtime.now()
    await tidy(store, runtime, () => this.#rounds.isStopped)
    // What nobody could find out in a day may be told by a new token.
    const given = ['NEEDS_ATTENTION']
    const rarely = { now: runtime.now(), longestMs: rarelyMs }
    await this.#resume(await dueEntries(store.db, store.clock, rarely, batch, given))
  }

  async #resume(due: Awaited<ReturnType<typeof dueEntries>>): Promise<void> {
    const { log } = this.#parts
    await Promise.all(
      due.map((entry) =>
        this.#journal
          .resume(entry)
          .catch((error) => log.error('a write was left', error, { operationId: entry.id })),
      ),
    )
  }
}
