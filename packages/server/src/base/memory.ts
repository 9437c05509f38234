// What was read a moment ago, so that it need not be read again: bounded in time and in number or size.

import { LRUCache } from 'lru-cache'
import { Flights } from './flights.ts'
import type { Runtime } from './runtime.ts'

const few = 1000

export class Memory<Value extends NonNullable<unknown>> {
  readonly #entries: LRUCache<string, Value>
  readonly #reading = new Flights()
  readonly #isCurrent: () => boolean
  /** As soon as there are so many, those whose time has passed are let go of: the cache itself keeps them until it is full. */
  #many = few

  /**
   * Beyond the number, what was not asked for in the longest time goes first. While it is not current, whatever there is
   * may be old, and is read anew.
   */
  constructor(
    runtime: Runtime,
    bounds: {
      readonly keepMs: number
      /** How many there may be, or how large all of them together. */
      readonly most: number
      /** Where they differ in what they take: how large one is. */
      readonly sizeOf?: (value: Value) => number
      readonly isCurrent?: () => boolean
    },
  ) {
    this.#isCurrent = bounds.isCurrent ?? (() => true)
    this.#entries = new LRUCache({
      // Counted as sizes of one: with a plain maximum the cache would set its whole room aside at once.
      maxSize: bounds.most,
      sizeCalculation: bounds.sizeOf ?? (() => 1),
      // The cache lets go of what is older than this; we, of what is as old as the bound.
      ttl: bounds.keepMs - 1,
      // An entry that was made at 0 would be kept for ever.
      perf: { now: () => runtime.monotonic() + 1 },
      // The clock is read each time: it costs little, and one that was turned is seen at once.
      ttlResolution: 0,
    })
  }

  get(name: string): Value | undefined {
    return this.#isCurrent() ? this.#entries.get(name) : undefined
  }

  set(name: string, value: Value): void {
    this.#entries.set(name, value)
    if (this.#entries.size < this.#many) return
    // Goes through all of them; so it is done when there are twice as many as were left the last time.
    this.#entries.purgeStale()
    this.#many = Math.max(few, 2 * this.#entries.size)
  }

  /** How many there are of a kind; goes through all of them. */
  count(isOne: (value: Value) => boolean): number {
    let found = 0
    for (const value of this.#entries.values()) if (isOne(value)) found += 1
    return found
  }

  /** What is remembered; otherwise what is read now, once for all who ask meanwhile, and remembered from now on. */
  async recall(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    return this.get(name) ?? (await this.#reading.share(name, (isShared) => this.#read(name, read, isShared)))
  }

  async #read(
    name: string,
    read: () => Promise<Value | undefined>,
    isShared: () => boolean,
  ): Promise<Value | undefined> {
    const value = await read()
    // Unless it was deleted while we asked: then the answer is old already.
    if (value !== undefined && isShared()) this.set(name, value)
    return value
  }

  delete(name: string): void {
    this.#reading.forget(name)
    this.#entries.delete(name)
  }
}
