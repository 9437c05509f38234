// A cache of recent reads, bounded in time and in number or size.

import { LRUCache } from 'lru-cache'
import { Flights } from './flights.ts'
import type { Runtime } from './runtime.ts'

const few = 1000

export class Memory<Value extends NonNullable<unknown>> {
  readonly #entries: LRUCache<string, Value>
  readonly #reading = new Flights()
  readonly #isCurrent: () => boolean
  /** Expired entries are purged at this size: the LRU cache itself keeps expired entries until it is full. */
  #many = few

  /**
   * Beyond the bound, the entry that was unused for the longest time is evicted first. While `isCurrent`
   * returns false, entries may be stale, so every value is loaded anew.
   */
  constructor(
    runtime: Runtime,
    bounds: {
      readonly keepMs: number
      /** The maximum number of entries, or their maximum total size if `sizeOf` is set. */
      readonly most: number
      /** The size of an entry. If absent, each entry counts as 1. */
      readonly sizeOf?: (value: Value) => number
      readonly isCurrent?: () => boolean
    },
  ) {
    this.#isCurrent = bounds.isCurrent ?? (() => true)
    this.#entries = new LRUCache({
      // Entries count as size 1: with `max`, the LRU cache would allocate all of its capacity at once.
      maxSize: bounds.most,
      sizeCalculation: bounds.sizeOf ?? (() => 1),
      // The LRU cache drops entries older than its TTL. This cache also drops entries exactly as old as the
      // bound.
      ttl: bounds.keepMs - 1,
      // The LRU cache would keep an entry created at time 0 forever.
      perf: { now: () => runtime.monotonic() + 1 },
      // The clock is read on each access: this costs little, and an advanced clock takes effect at once.
      ttlResolution: 0,
    })
  }

  get(name: string): Value | undefined {
    return this.#isCurrent() ? this.#entries.get(name) : undefined
  }

  set(name: string, value: Value): void {
    this.#entries.set(name, value)
    if (this.#entries.size < this.#many) return
    // Purging visits all entries. It therefore runs only when the size has doubled since the last purge.
    this.#entries.purgeStale()
    this.#many = Math.max(few, 2 * this.#entries.size)
  }

  /** The number of entries that match. Visits all of them. */
  count(isOne: (value: Value) => boolean): number {
    let found = 0
    for (const value of this.#entries.values()) if (isOne(value)) found += 1
    return found
  }

  /** Returns the cached value. Otherwise loads the value once for all concurrent callers and caches it. */
  async recall(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    return this.get(name) ?? (await this.#reading.share(name, (isShared) => this.#read(name, read, isShared)))
  }

  async #read(
    name: string,
    read: () => Promise<Value | undefined>,
    isShared: () => boolean,
  ): Promise<Value | undefined> {
    const value = await read()
    // A value that was deleted during the load is stale and is not cached.
    if (value !== undefined && isShared()) this.set(name, value)
    return value
  }

  delete(name: string): void {
    this.#reading.forget(name)
    this.#entries.delete(name)
  }
}
