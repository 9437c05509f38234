// Cache for lookups whose result is the same for all users. Concurrent lookups are joined, also across
// processes that share a database. Results that depend on a user's permissions must not be cached here.

import { createHash } from 'node:crypto'
import { Cache } from '../../concurrency/cache.ts'
import { inBatches } from '../../concurrency/inBatches.ts'
import { Poller } from '../../concurrency/poller.ts'
import { Singleflight } from '../../concurrency/singleflight.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import {
  claimLookup,
  deleteLookup,
  findLookup,
  limitLookups,
  pruneLookups,
  type StoredLookup,
  saveLookup,
} from '../../store/sharedLookups.ts'
import type { Store } from '../../store/tables.ts'
import { timeLeftMs } from './deadline.ts'
import { list, type RowKind, type RowOf, type Shape } from './rows.ts'

/** Duration of a process's claim to load a value for all processes. */
const claimMs = 30_000
/**
 * Maximum wait for another process's value. Then this process loads the value too, because the claiming
 * process may have died.
 */
const maxSharedWaitMs = 10_000
const pollIntervalMs = 100
/** Larger values are cached only in the process that loaded them. */
const maxStoredBytes = 256 * 1024
const maxStoredLookups = 5000
export const lookupPruneIntervalMs = 5 * 60_000

export interface LookupKind<Value> {
  /**
   * Identifies the platform endpoint and the kind of data. Kinds that could return different data need
   * different names.
   */
  readonly name: string
  readonly ttlMs: number
  /** Maximum number of values that a process caches. */
  readonly maxSize: number
  /**
   * Parses a value that another process, perhaps of another release, has stored. Throws when the value has
   * another shape.
   */
  parse(stored: unknown): Value
  /** Set when all lookups use one account, so that an error for one caller is an error for all. */
  readonly isSharedAccount?: true
}

/** Returns a parser for stored lists of rows. */
export function createRowsParser<RowShape extends Shape>({
  shape,
}: RowKind<RowShape>): (stored: unknown) => readonly RowOf<RowShape>[] {
  return list(shape).parse
}

export class LookupCaches {
  readonly #runtime: Runtime
  readonly #store: Store | undefined
  readonly #poller = new Poller(() => this.#prune())

  /** Without a store, or with a store that no other process uses, each process caches for itself. */
  constructor(runtime: Runtime, store?: Store) {
    this.#runtime = runtime
    this.#store = store
  }

  createCache<Value extends NonNullable<unknown>>(kind: LookupKind<Value>): LookupCache<Value> {
    return new LookupCache(this.#runtime, kind, this.#store)
  }

  /** Deletes expired lookups, and the oldest ones beyond the limit. */
  poll(): Promise<void> {
    return this.#poller.run()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  async #prune(): Promise<void> {
    const db = this.#store?.db
    if (!db) return
    const isStopped = () => this.#poller.isStopped
    try {
      await inBatches(
        this.#runtime.yieldInBackground,
        (limit) => pruneLookups(db, this.#runtime.now(), limit),
        isStopped,
      )
      await inBatches(
        this.#runtime.yieldInBackground,
        (limit) => limitLookups(db, maxStoredLookups, limit),
        isStopped,
      )
    } catch {
      // The next run retries. Expired lookups are never used in the meantime.
    }
  }
}

export class LookupCache<Value extends NonNullable<unknown>> {
  readonly #runtime: Runtime
  readonly #kind: LookupKind<Value>
  readonly #store: Store | undefined
  readonly #cache: Cache<{ readonly value: Value; readonly expiresAt: number }>
  readonly #singleflight = new Singleflight()

  constructor(runtime: Runtime, kind: LookupKind<Value>, store: Store | undefined) {
    this.#runtime = runtime
    this.#kind = kind
    this.#store = store
    this.#cache = new Cache(runtime, kind)
  }

  /**
   * Returns the cached value, or loads the value once for all concurrent callers. Errors are never cached.
   */
  async getOrLoad(
    key: string,
    load: () => Promise<Value>,
    isCacheable: (value: Value) => boolean = () => true,
  ): Promise<Value> {
    const cached = this.#cache.get(key)
    if (cached && cached.expiresAt > this.#runtime.now()) return cached.value
    let isLeader = false
    try {
      return await this.#singleflight.run(key, () => {
        isLeader = true
        return this.#loadShared(key, load, isCacheable)
      })
    } catch (error) {
      // The error may concern the account or the deadline of the leading request, so the other callers load
      // for themselves.
      if (isLeader || this.#kind.isSharedAccount || timeLeftMs() <= 0) throw error
      return await load()
    }
  }

  #cacheValue(key: string, value: Value, expiresAt: number): Value {
    this.#cache.set(key, { value, expiresAt })
    return value
  }

  async #loadShared(
    key: string,
    load: () => Promise<Value>,
    isCacheable: (value: Value) => boolean,
  ): Promise<Value> {
    const nameHash = createHash('sha256').update(`${this.#kind.name}\n${key}`).digest('hex')
    const claimId = this.#runtime.randomBytes(12).toString('hex')
    // A failing database must not prevent the request to the platform.
    const shared = await this.#awaitShared(nameHash, claimId).catch(() => undefined)
    if (shared) return this.#cacheValue(key, shared.value, shared.expiresAt)
    const expiresAt = this.#runtime.now() + this.#kind.ttlMs
    let serialized = ''
    try {
      const value = await load()
      if (!isCacheable(value)) return value
      serialized = JSON.stringify(value, bigIntsAsText)
      return this.#cacheValue(key, value, expiresAt)
    } finally {
      await this.#storeOrRelease(nameHash, claimId, { answer: serialized, keep_until: expiresAt })
    }
  }

  /** Waits for the value of another process. Returns `undefined` when this process must load the value. */
  async #awaitShared(
    nameHash: string,
    claimId: string,
  ): Promise<{ readonly value: Value; readonly expiresAt: number } | undefined> {
    const db = this.#store?.db
    if (!db) return undefined
    const waitUntil = this.#runtime.monotonic() + Math.min(maxSharedWaitMs, timeLeftMs() / 2)
    for (; this.#runtime.monotonic() < waitUntil; await this.#runtime.pause(pollIntervalMs)) {
      const now = this.#runtime.now()
      const stored = await findLookup(db, nameHash, now)
      if (stored && stored.answer !== '')
        return { value: this.#kind.parse(JSON.parse(stored.answer)), expiresAt: stored.keep_until }
      const claim = { name_hash: nameHash, asked_by: claimId, keep_until: now + claimMs }
      if (!stored && (await claimLookup(db, claim, now))) return undefined
    }
    return undefined
  }

  /** Stores the value for the other processes, or releases the claim so that another process can load. */
  async #storeOrRelease(nameHash: string, claimId: string, stored: StoredLookup): Promise<void> {
    const db = this.#store?.db
    if (!db) return
    const isStorable = stored.answer !== '' && Buffer.byteLength(stored.answer) <= maxStoredBytes
    const write = isStorable ? saveLookup(db, nameHash, claimId, stored) : deleteLookup(db, nameHash, claimId)
    // A claim that cannot be released expires.
    await write.catch(() => {})
  }
}

/** Amounts and counts may be too large for a JSON number, so they are serialized as digits. */
function bigIntsAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
