// Authenticates the x-api-key header. A short-lived cache spares a query for keys in use.

import type { Scope } from '@adrail/contract'
import { Cache } from '../concurrency/cache.ts'
import { ServiceError } from '../runtime/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { ChangeWatch } from '../store/changeWatch.ts'
import {
  type ApiKey,
  findKeyByPublicId,
  getKeyLine,
  isValidKey,
  type KeyInWorkspace,
  parseStoredScopes,
  recordKeyUse,
} from '../store/keys.ts'
import type { Store } from '../store/tables.ts'
import {
  computeChecksum,
  hasValidChecksum,
  type ParsedApiKey,
  parseApiKey,
  secretHashBytes,
  secretMatches,
} from './apiKeys.ts'
import type { RefusedKeys } from './refusedKeys.ts'
import { addressBlock } from './sourceAddress.ts'
import { TokenBuckets } from './tokenBuckets.ts'

/** The workspace and API key of a request. */
export interface Caller {
  readonly workspaceId: string
  readonly keyId: string
  /** The ID of the first key in a chain of rotations. All keys of the chain share it. */
  readonly keyLine: string
  /** The number of keys whose rates add up to the workspace's rate, if the settings do not allow more. */
  readonly ratedKeyCount: number
  readonly scopes: ReadonlySet<Scope>
}

const lastUseIntervalMs = 60_000

interface CachedKey {
  readonly key: ApiKey
  readonly secretHash: Buffer
  readonly caller: Caller
  /** The checksum of its secret, computed when the secret was first seen. */
  checksum?: string
}

export class Authenticator {
  readonly #store: Store
  readonly #runtime: Runtime
  readonly #cache: Cache<CachedKey>
  readonly #lastUse = new Map<string, number>()
  /**
   * Counts wrong keys only. Callers behind one address (a proxy, an office) share the count, so a valid key
   * is never limited by it.
   */
  readonly #failures: TokenBuckets
  readonly #refusedKeys: RefusedKeys

  constructor(store: Store, runtime: Runtime, changes: ChangeWatch, refusedKeys: RefusedKeys) {
    this.#store = store
    this.#runtime = runtime
    this.#cache = new Cache(runtime, changes.getCacheBounds(50_000))
    changes.subscribe('key', (publicId) => this.#cache.delete(publicId))
    this.#failures = new TokenBuckets(runtime, { perMinute: 60, burst: 30, maxNames: 10_000 })
    this.#refusedKeys = refusedKeys
  }

  async authenticate(header: string | undefined, sourceAddress: () => string): Promise<Caller> {
    const cached = await this.#findVerifiedKey(header)
    if (!cached || !this.#isLive(cached)) throw this.recordFailure(sourceAddress(), cached?.key)
    this.#recordUse(cached.key)
    return cached.caller
  }

  /** The caller of a valid key, if the cache has it. */
  findCachedCaller(header: string | undefined): Caller | undefined {
    const parsed = parseHeader(header)
    const cached = parsed && this.#verify(parsed, this.#cache.get(parsed.publicId))
    return cached && this.#isLive(cached) ? cached.caller : undefined
  }

  /**
   * The caller of a valid key, from the cache or the database. Counts no failure: the request authenticates
   * later as usual.
   */
  async findCaller(header: string | undefined): Promise<Caller | undefined> {
    const cached = await this.#findVerifiedKey(header)
    return cached && this.#isLive(cached) ? cached.caller : undefined
  }

  /** Finds the key whose secret the header has, even if the key expired or was revoked. */
  async #findVerifiedKey(header: string | undefined): Promise<CachedKey | undefined> {
    const parsed = parseHeader(header)
    if (!parsed) return undefined
    const { publicId } = parsed
    const cached = this.#cache.get(publicId)
    if (cached) return this.#verify(parsed, cached)
    if (!hasValidChecksum(parsed)) return undefined
    return this.#verify(parsed, await this.#cache.getOrLoad(publicId, () => this.#loadKey(publicId)))
  }

  #verify(parsed: ParsedApiKey, cached: CachedKey | undefined): CachedKey | undefined {
    if (!cached || !secretMatches(cached.secretHash, parsed.secret)) return undefined
    cached.checksum ??= computeChecksum(parsed)
    return cached.checksum === parsed.checksum ? cached : undefined
  }

  #isLive({ key }: CachedKey): boolean {
    return isValidKey(key, this.#runtime.now())
  }

  async #loadKey(publicId: string): Promise<CachedKey | undefined> {
    const key = await findKeyByPublicId(this.#store.db, publicId)
    return key && { key, secretHash: secretHashBytes(key), caller: toCaller(key) }
  }

  /**
   * Counts a wrong key or session of an address and returns the refusal. All causes have the same text, so
   * that nothing leaks. `inactiveKey` is the key if the secret was right, but the key expired or was revoked.
   */
  recordFailure(sourceAddress: string, inactiveKey?: ApiKey): ServiceError {
    this.#refusedKeys.record(sourceAddress, inactiveKey)
    const { waitSeconds } = this.#failures.tryTake(addressBlock(sourceAddress))
    return waitSeconds > 0 ? tooManyFailuresError(waitSeconds) : new ServiceError('UNAUTHENTICATED')
  }

  /** Writes at most once per minute and key. No request waits for it. */
  #recordUse(key: ApiKey): void {
    const now = this.#runtime.now()
    if (now - (this.#lastUse.get(key.id) ?? 0) < lastUseIntervalMs) return
    if (this.#lastUse.size > 100_000) this.#lastUse.clear()
    this.#lastUse.set(key.id, now)
    recordKeyUse(this.#store.db, key.id, now).catch(() => this.#lastUse.delete(key.id))
  }
}

const parseHeader = (header: string | undefined) => (header === undefined ? undefined : parseApiKey(header))

type KeyIdentity = Pick<KeyInWorkspace, 'id' | 'workspace_id' | 'scopes' | 'line' | 'rated_keys'>

export function toCaller(key: KeyIdentity): Caller {
  const scopes = new Set(parseStoredScopes(key.scopes))
  return {
    workspaceId: key.workspace_id,
    keyId: key.id,
    keyLine: getKeyLine(key),
    ratedKeyCount: key.rated_keys,
    scopes,
  }
}

export function requireScope(caller: Caller, anyOf: readonly Scope[], operation: string): void {
  if (anyOf.some((scope) => caller.scopes.has(scope))) return
  throw new ServiceError('FORBIDDEN', { values: { scope: anyOf.join('" or "'), operation } })
}

function tooManyFailuresError(waitSeconds: number): ServiceError {
  return new ServiceError('RATE_LIMITED', {
    values: { seconds: waitSeconds },
    retryAfterSeconds: waitSeconds,
    isDelayed: true,
    note: 'too many wrong keys from this address',
  })
}
