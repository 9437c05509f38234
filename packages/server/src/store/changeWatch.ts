// Processes cache keys, users and connections, so that a warm request needs no query. This module polls for
// changes twice a second, so that all processes drop a changed entry within a second.

import { Poller } from '../concurrency/poller.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { type Change, findLastChangeId, listChangesAfter, listChangesByIds, pruneChanges } from './changes.ts'
import type { ChangeKind, Store } from './tables.ts'

export const pollChangesEveryMs = 500
/**
 * Cached entries are valid while the latest poll is younger than this, also while the database is
 * unavailable.
 */
const maxPollAgeMs = 1000
/** The maximum age of a cache entry without any change. */
const ttlMs = 60_000
/**
 * A change may be committed after changes with higher numbers. Missed numbers are read again for this time,
 * which is longer than a transaction lasts. Numbers of rolled-back transactions never appear.
 */
const missedRetryMs = 60_000
const maxMissed = 5000
const maxChangesPerRead = 5000
const retainedChanges = 20_000
const pruneEveryPolls = 100

type Listener = (name: string) => void

export class ChangeWatch {
  readonly #store: Store
  readonly #runtime: Runtime
  readonly #listeners = new Map<ChangeKind, Listener[]>()
  readonly #poller: Poller
  /** Missed numbers with the time when they were missed, lowest and oldest first. */
  readonly #missedAtById = new Map<number, number>()
  #lastChangeId: number | undefined
  #polledAt = Number.NEGATIVE_INFINITY
  #currentFrom = Number.NEGATIVE_INFINITY
  #pollCount = 0

  constructor(store: Store, runtime: Runtime) {
    this.#store = store
    this.#runtime = runtime
    // While polls fail, cached entries are not used.
    this.#poller = new Poller(() => this.#poll().catch(() => {}))
  }

  /** Polls once. */
  poll(): Promise<void> {
    return this.#poller.run()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  /** Whether all changes older than a second have been read. */
  readonly isCurrent = (): boolean => {
    const now = this.#runtime.monotonic()
    return now - this.#polledAt < maxPollAgeMs && now >= this.#currentFrom
  }

  /** The bounds of a cache whose entries are invalidated by these changes. */
  getCacheBounds(maxSize: number) {
    return { ttlMs, maxSize, isCurrent: this.isCurrent }
  }

  /**
   * Notifies the listener of each change with the id of the changed row, or with its ids separated by blanks.
   */
  subscribe(kind: ChangeKind, listener: Listener): void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener])
  }

  async #poll(): Promise<void> {
    const beganAt = this.#runtime.monotonic()
    const { db } = this.#store
    // Transactions in progress at the start may have lower numbers than the last.
    let last = this.#lastChangeId ?? Math.max(0, (await findLastChangeId(db)) - maxMissed)
    await this.#readMissed(beganAt)
    for (;;) {
      const changes = await listChangesAfter(db, last, maxChangesPerRead)
      for (const change of changes) {
        this.#recordMissed(last + 1, change.id, beganAt)
        this.#notify(change)
        last = change.id
      }
      this.#lastChangeId = last
      if (changes.length < maxChangesPerRead) break
    }
    this.#polledAt = beganAt
    this.#pollCount += 1
    // Changes that may be read again are not pruned.
    const [lowest = last] = this.#missedAtById.keys()
    if (this.#pollCount % pruneEveryPolls === 0)
      await pruneChanges(db, lowest - retainedChanges, maxChangesPerRead)
  }

  async #readMissed(now: number): Promise<void> {
    if (this.#missedAtById.size === 0) return
    for (const change of await listChangesByIds(this.#store.db, [...this.#missedAtById.keys()])) {
      this.#missedAtById.delete(change.id)
      this.#notify(change)
    }
    for (const [id, missedAt] of this.#missedAtById) {
      if (now - missedAt < missedRetryMs) break
      this.#missedAtById.delete(id)
    }
  }

  #recordMissed(from: number, before: number, now: number): void {
    if (this.#missedAtById.size + before - from <= maxMissed) {
      for (let id = from; id < before; id++) this.#missedAtById.set(id, now)
      return
    }
    // Too many numbers to read each of them. No cache entry is used that may predate the last of them.
    this.#missedAtById.clear()
    this.#currentFrom = now + missedRetryMs + ttlMs
  }

  #notify({ kind, name }: Change): void {
    for (const listener of this.#listeners.get(kind) ?? []) listener(name)
  }
}
