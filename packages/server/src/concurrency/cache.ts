// A cache of recent reads, bounded in time and in number or size.

import { LRUCache } from 'lru-cache'
import type { Runtime } from '../runtime/runtime.ts'
import { Singleflight } from './singleflight.ts'

const minPurgeSize = 1000

export class Cache<Value extends NonNullable<unknown>> {
  readonly #entries: LRUCache<string, Value>
  readonly #loads = new Singleflight()
  readonly #isCurrent: () => boolean
  /** Expired entries are purged at this size: the LRU cache itself keeps expired entries until it is full. */
  #purgeSize = minPurgeSize

  /**
   * Beyond the bound, the entry that was unused for the longest time is evicted first. While `isCurrent`
   * returns false, entries may be stale, so every value is loaded anew.
   */
  constructor(
    runtime: Runtime,
    bounds: {
      readonly ttlMs: number
      /** The maximum number of entries, or their maximum total size if `getSize` is set. */
      readonly maxSize: number
      /** The size of an entry. If absent, each entry counts as 1. */
      readonly getSize?: (value: Value) => number
      readonly isCurrent?: () => boolean
    },
  ) {
    this.#isCurrent = bounds.isCurrent ?? (() => true)
    this.#entries = new LRUCache({
      // Entries count as size 1: with `max`, the LRU cache would allocate all of its capacity at once.
      maxSize: bounds.maxSize,
      sizeCalculation: bounds.getSize ?? (() => 1),
      // The LRU cache drops entries older than its TTL. This cache also drops entries exactly as old as the
      // bound.
      ttl: bounds.ttlMs - 1,
      // The LRU cache would keep an entry created at time 0 forever.
      perf: { now: () => runtime.monotonic() + 1 },
      // The clock is read on each access: this costs little, and an advanced clock takes effect at once.
      ttlResolution: 0,
    })
  }

  get(key: string): Value | undefined {
    return this.#isCurrent() ? this.#entries.get(key) : undefined
  }

  set(key: string, value: Value): void {
    this.#entries.set(key, value)
    if (this.#entries.size < this.#purgeSize) return
    // Purging visits all entries. It therefore runs only when the size has doubled since the last purge.
    this.#entries.purgeStale()
    this.#purgeSize = Math.max(minPurgeSize, 2 * this.#entries.size)
  }

  /** The number of entries that match. Visits all of them. */
  count(matches: (value: Value) => boolean): number {
    let matching = 0
    for (const value of this.#entries.values()) if (matches(value)) matching += 1
    return matching
  }

  /** Returns the cached value. Otherwise loads the value once for all concurrent callers and caches it. */
  async getOrLoad(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    return this.get(key) ?? (await this.#loads.run(key, (isCurrent) => this.#load(key, load, isCurrent)))
  }

  async #load(
    key: string,
    load: () => Promise<Value | undefined>,
    isCurrent: () => boolean,
  ): Promise<Value | undefined> {
    const value = await load()
    // A value that was deleted during the load is stale and is not cached.
    if (value !== undefined && isCurrent()) this.set(key, value)
    return value
  }

  delete(key: string): void {
    this.#loads.invalidate(key)
    this.#entries.delete(key)
  }
}
