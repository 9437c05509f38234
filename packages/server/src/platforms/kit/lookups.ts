// Look-ups whose answers are the same for everybody: asked once by all who want them at the same time, and remembered for a
// while; over all processes where several work on one database. What a user may see alone never comes here.

import { createHash } from 'node:crypto'
import { Singleflight } from '../../base/flights.ts'
import { Cache } from '../../base/memory.ts'
import { inBatches } from '../../base/pieces.ts'
import { Poller } from '../../base/rounds.ts'
import type { Runtime } from '../../base/runtime.ts'
import {
  claimLookup,
  deleteLookup,
  findLookup,
  limitLookups,
  pruneLookups,
  type StoredLookup,
  saveLookup,
} from '../../store/keptLookups.ts'
import type { Store } from '../../store/tables.ts'
import { timeLeftMs } from './deadline.ts'
import { list, type RowKind, type RowOf, type Shape } from './rows.ts'

/** Whoever asks for all processes has so long. */
const claimMs = 30_000
/** The others wait so long for the answer, and then ask as well: whoever was to ask may have died. */
const maxSharedWaitMs = 10_000
const pollIntervalMs = 100
/** Larger ones are remembered by the process that asked, and by no other. */
const maxStoredBytes = 256 * 1024
const maxStoredLookups = 5000
export const lookupPruneIntervalMs = 5 * 60_000

export interface LookupKind<Value> {
  /** Where it is asked, and for what: two kinds that could differ have different names. */
  readonly name: string
  readonly ttlMs: number
  /** How many answers a process remembers. */
  readonly maxSize: number
  /** Takes apart what another process, perhaps of another release, has kept; fails when it is something else. */
  parse(stored: unknown): Value
  /** Everybody asks with one account, so that what fails for one fails for all. */
  readonly isSharedAccount?: true
}

/** Reads back a list of rows. */
export function rowsParser<RowShape extends Shape>({
  shape,
}: RowKind<RowShape>): (stored: unknown) => readonly RowOf<RowShape>[] {
  return list(shape).parse
}

export class LookupCaches {
  readonly #runtime: Runtime
  readonly #store: Store | undefined
  readonly #poller = new Poller(() => this.#prune())

  /** Without a store, or with one that nobody else uses, a process remembers for itself. */
  constructor(runtime: Runtime, store?: Store) {
    this.#runtime = runtime
    this.#store = store
  }

  createCache<Value extends NonNullable<unknown>>(kind: LookupKind<Value>): LookupCache<Value> {
    return new LookupCache(this.#runtime, kind, this.#store)
  }

  /** Forgets what is over, and what is too much. */
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
      // The next round does it; until then nothing that is over is used.
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

  /** What is known; otherwise what is asked now, once for all who want to know meanwhile. Failures are never kept. */
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
      // What went wrong may be about the account or the time of the one who asked first: the others ask for themselves.
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
    // A database that does not answer keeps nobody from asking the platform.
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

  /** What another process knows, as soon as it does; nothing when it is ours to ask. */
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

  /** Tells the other processes what came of it: an answer, or that they may ask. */
  async #storeOrRelease(nameHash: string, claimId: string, stored: StoredLookup): Promise<void> {
    const db = this.#store?.db
    if (!db) return
    const isStorable = stored.answer !== '' && Buffer.byteLength(stored.answer) <= maxStoredBytes
    const write = isStorable ? saveLookup(db, nameHash, claimId, stored) : deleteLookup(db, nameHash, claimId)
    // What cannot be told ends by itself.
    await write.catch(() => {})
  }
}

/** Amounts and counts that may be too large for a number are read from their digits. */
function bigIntsAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
