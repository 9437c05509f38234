// Processes remember keys, users and connections, so that a warm request asks the database nothing. This looks twice a
// second what anybody changed, so that all of them forget it within a second.

import { Rounds } from '../base/rounds.ts'
import type { Runtime } from '../base/runtime.ts'
import { type Change, changesAfter, changesAmong, lastChange, pruneChanges } from './changes.ts'
import type { ChangeKind, Store } from './tables.ts'

export const lookForChangesEveryMs = 500
/** What was remembered is good for as long as the last look is younger than this: also while the database is away. */
const currentMs = 1000
/** However still it is. */
const keepMs = 60_000
/**
 * A change may be committed after others that have a higher number. Numbers that were passed over are asked for again for so
 * long: longer than a transaction lasts. Those of transactions that were rolled back never come.
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
  /** Numbers that were passed over, and when; the lowest and oldest first. */
  readonly #missed = new Map<number, number>()
  #last: number | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #isSureFrom = Number.NEGATIVE_INFINITY
  #looks = 0

  constructor(store: Store, runtime: Runtime) {
    this.#store = store
    this.#runtime = runtime
    // While looks fail, nothing that is remembered is used.
    this.#rounds = new Rounds(() => this.#look().catch(() => {}))
  }

  /** One look at what was changed. */
  round(): Promise<void> {
    return this.#rounds.run()
  }

  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  /** Whether everything that was changed more than a second ago has been heard of. */
  readonly isCurrent = (): boolean => {
    const now = this.#runtime.monotonic()
    return now - this.#lookedAt < currentMs && now >= this.#isSureFrom
  }

  /** Bounds for what is remembered of things whose changes are heard of here. */
  bounds(most: number) {
    return { keepMs, most, isCurrent: this.isCurrent }
  }

  /** Tells of each change by the name of what was changed: its id, or its ids separated by blanks. */
  listen(kind: ChangeKind, listener: Listener): void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener])
  }

  async #look(): Promise<void> {
    const beganAt = this.#runtime.monotonic()
    const { db } = this.#store
    // What is under way at the start may have lower numbers than the last.
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
    // What somebody may ask for again is not among those that go.
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
    // Too many to ask for each of them: nothing is used that was read before the last of them may have come.
    this.#missed.clear()
    this.#isSureFrom = now + missMs + keepMs
  }

  #tell({ kind, name }: Change): void {
    for (const tell of this.#listeners.get(kind) ?? []) tell(name)
  }
}
