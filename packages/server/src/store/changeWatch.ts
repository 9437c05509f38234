// Processes cache keys, users and connections, so that a warm request needs no query. This module polls for
// changes twice a second, so that all processes drop a changed entry within a second.

import { Rounds } from '../base/rounds.ts'
import type { Runtime } from '../base/runtime.ts'
import { type Change, changesAfter, changesAmong, lastChange, pruneChanges } from './changes.ts'
import type { ChangeKind, Store } from './tables.ts'

export const lookForChangesEveryMs = 500
/**
 * Cached entries are valid while the latest poll is younger than this, also while the database is
 * unavailable.
 */
const currentMs = 1000
/** The maximum age of a cache entry without any change. */
const keepMs = 60_000
/**
 * A change may be committed after changes with higher numbers. Missed numbers are read again for this time,
 * which is longer than a transaction lasts. Numbers of rolled-back transactions never appear.
 */
const missMs = 60_000
const mostMissed = 5000
const mostAtOnce = 5000
const keptChanges = 20_000
const pruneEveryLooks = 100

type Listener = (name: string) => void

export class ChangeWatch {
  readonly #store: Store
  readonly #runtime: Runtime
  readonly #listeners = new Map<ChangeKind, Listener[]>()
  readonly #rounds: Rounds
  /** Missed numbers with the time when they were missed, lowest and oldest first. */
  readonly #missed = new Map<number, number>()
  #last: number | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #isSureFrom = Number.NEGATIVE_INFINITY
  #looks = 0

  constructor(store: Store, runtime: Runtime) {
    this.#store = store
    this.#runtime = runtime
    // While polls fail, cached entries are not used.
    this.#rounds = new Rounds(() => this.#look().catch(() => {}))
  }

  /** Polls once. */
  round(): Promise<void> {
    return this.#rounds.run()
  }

  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  /** Whether all changes older than a second have been read. */
  readonly isCurrent = (): boolean => {
    const now = this.#runtime.monotonic()
    return now - this.#lookedAt < currentMs && now >= this.#isSureFrom
  }

  /** The bounds of a cache whose entries are invalidated by these changes. */
  bounds(most: number) {
    return { keepMs, most, isCurrent: this.isCurrent }
  }

  /**
   * Notifies the listener of each change with the id of the changed row, or with its ids separated by blanks.
   */
  listen(kind: ChangeKind, listener: Listener): void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener])
  }

  async #look(): Promise<void> {
    const beganAt = this.#runtime.monotonic()
    const { db } = this.#store
    // Transactions in progress at the start may have lower numbers than the last.
    let last = this.#last ?? Math.max(0, (await lastChange(db)) - mostMissed)
    await this.#lookAgain(beganAt)
    for (;;) {
      const changes = await changesAfter(db, last, mostAtOnce)
      for (const change of changes) {
        this.#miss(last + 1, change.id, beganAt)
        this.#tell(change)
        last = change.id
      }
      this.#last = last
      if (changes.length < mostAtOnce) break
    }
    this.#lookedAt = beganAt
    this.#looks += 1
    // Changes that may be read again are not pruned.
    const [lowest = last] = this.#missed.keys()
    if (this.#looks % pruneEveryLooks === 0) await pruneChanges(db, lowest - keptChanges, mostAtOnce)
  }

  async #lookAgain(now: number): Promise<void> {
    if (this.#missed.size === 0) return
    for (const change of await changesAmong(this.#store.db, [...this.#missed.keys()])) {
      this.#missed.delete(change.id)
      this.#tell(change)
    }
    for (const [id, missedAt] of this.#missed) {
      if (now - missedAt < missMs) break
      this.#missed.delete(id)
    }
  }

  #miss(from: number, before: number, now: number): void {
    if (this.#missed.size + before - from <= mostMissed) {
      for (let id = from; id < before; id++) this.#missed.set(id, now)
      return
    }
    // Too many numbers to read each of them. No cache entry is used that may predate the last of them.
    this.#missed.clear()
    this.#isSureFrom = now + missMs + keepMs
  }

  #tell({ kind, name }: Change): void {
    for (const tell of this.#listeners.get(kind) ?? []) tell(name)
  }
}
