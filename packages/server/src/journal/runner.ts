// On every process: settles what was cut off, right after the start and continuously.

import { dueOperations, pruneOperations } from '../store/operations.ts'
import type { Journal } from './journal.ts'
import type { JournalParts } from './parts.ts'

const batch = 20
/** Answers are kept this long for requests that are repeated under the same key. */
const keepMs = 30 * 24 * 60 * 60 * 1000
const pruneEveryMs = 60 * 60 * 1000

export const runEveryMs = 2000

export class Runner {
  readonly #parts: JournalParts
  readonly #journal: Journal
  #running: Promise<void> | undefined
  #stopped = false
  #prunedAt = 0

  constructor(parts: JournalParts, journal: Journal) {
    this.#parts = parts
    this.#journal = journal
  }

  /** One round over what is due; rounds never overlap. */
  round(): Promise<void> {
    this.#running ??= this.#round()
      // A database that is away is no reason to stop trying.
      .catch((error) => this.#parts.log.info('the runner could not look', { note: (error as Error).message }))
      .finally(() => {
        this.#running = undefined
      })
    return this.#running
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #round(): Promise<void> {
    const { store, runtime } = this.#parts
    for (const operation of await dueOperations(store.db, store.clock, runtime.now(), batch)) {
      if (this.#stopped) return
      await this.#journal.resume(operation)
    }
    if (runtime.now() - this.#prunedAt < pruneEveryMs) return
    this.#prunedAt = runtime.now()
    await pruneOperations(store.db, runtime.now() - keepMs)
  }
}
