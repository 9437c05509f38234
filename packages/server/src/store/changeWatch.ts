// Processes remember keys, users and connections, so that a warm request asks the database nothing. This looks twice a
// second what anybody changed, so that all of them forget it within a second.

import { Rounds } from '../base/rounds.ts'
import type { Runtime } from '../base/runtime.ts'
import { type Change, changesAfter, lastChange, pruneChanges } from './changes.ts'
import type { ChangeKind, Store } from './tables.ts'

export const lookForChangesEveryMs = 500
/** What was remembered is good for as long as the last look is younger than this: also while the database is away. */
const currentMs = 1000
/** However still it is. */
const keepMs = 60_000
/** A change may be committed after others that have a higher number: so many of those are looked at again. */
const overlap = 500
const mostAtOnce = 5000
const keptChanges = 20_000
const pruneEveryLooks = 100

type Listener = (name: string) => void

export class ChangeWatch {
  readonly #store: Store
  readonly #runtime: Runtime
  readonly #listeners = new Map<ChangeKind, Listener[]>()
  readonly #rounds: Rounds
  #heard = new Set<number>()
  #last: number | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
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
  readonly isCurrent = (): boolean => this.#runtime.monotonic() - this.#lookedAt < currentMs

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
    this.#last ??= await lastChange(db)
    for (;;) {
      const changes = await changesAfter(db, this.#last - overlap, mostAtOnce)
      this.#hear(changes)
      this.#last = changes.at(-1)?.id ?? this.#last
      if (changes.length < mostAtOnce) break
    }
    this.#lookedAt = beganAt
    this.#looks += 1
    if (this.#looks % pruneEveryLooks === 0) await pruneChanges(db, this.#last - keptChanges, mostAtOnce)
  }

  #hear(changes: readonly Change[]): void {
    for (const { id, kind, name } of changes)
      if (!this.#heard.has(id)) for (const tell of this.#listeners.get(kind) ?? []) tell(name)
    this.#heard = new Set(changes.map(({ id }) => id))
  }
}
