// Authenticates the x-api-key header. A short-lived cache spares a query for keys in use.

import type { Scope } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import { Memory } from '../base/memory.ts'
import type { Runtime } from '../base/runtime.ts'
import type { ChangeWatch } from '../store/changeWatch.ts'
import {
  type ApiKey,
  findKeyByPublicId,
  isLive,
  type KeyInWorkspace,
  lineOf,
  recordKeyUse,
  scopesIn,
} from '../store/keys.ts'
import type { Store } from '../store/tables.ts'
import { checksumOf, isIntact, type KeyParts, parseKey, secretHashOf, secretMatches } from './apiKeys.ts'
import { TokenBuckets } from './buckets.ts'
import type { RefusedKeys } from './refusedKeys.ts'
import { ownerOf } from './sourceAddress.ts'

/** The workspace and API key of a request. */
export interface Caller {
  readonly workspaceId: string
  readonly keyId: string
  /** The ID of the first key in a chain of rotations. All keys of the chain share it. */
  readonly line: string
  /** The number of keys whose rates add up to the workspace's rate, if the settings do not allow more. */
  readonly ratedKeys: number
  readonly scopes: ReadonlySet<Scope>
}

const lastUseEveryMs = 60_000

interface KnownKey {
  readonly key: ApiKey
  readonly secretHash: Buffer
  readonly caller: Caller
  /** The checksum of its secret, computed when the secret was first seen. */
  checksum?: string
}

export class Authenticator {
  readonly #store: Store
  readonly #runtime: Runtime
  readonly #known: Memory<KnownKey>
  readonly #lastUse = new Map<string, number>()
  /**
   * Counts wrong keys only. Callers behind one address (a proxy, an office) share the count, so a valid key
   * is never limited by it.
   */
  readonly #failures: TokenBuckets
  readonly #refused: RefusedKeys

  constructor(store: Store, runtime: Runtime, changes: ChangeWatch, refused: RefusedKeys) {
    this.#store = store
    this.#runtime = runtime
    this.#known = new Memory(runtime, changes.bounds(50_000))
    changes.listen('key', (name) => this.#known.delete(name))
    this.#failures = new TokenBuckets(runtime, { perMinute: 60, burst: 30, most: 10_000 })
    this.#refused = refused
  }

  async authenticate(header: string | undefined, sourceAddress: () => string): Promise<Caller> {
    const known = await this.#lookUp(header)
    if (!known || !this.#isLive(known)) throw this.failure(sourceAddress(), known?.key)
    this.#noteUse(known.key)
    return known.caller
  }

  /** The caller of a valid key, if the cache has it. */
  remembered(header: string | undefined): Caller | undefined {
    const parts = partsOf(header)
    const known = parts && this.#proven(parts, this.#known.get(parts.publicId))
    return known && this.#isLive(known) ? known.caller : undefined
  }

  /**
   * The caller of a valid key, from the cache or the database. Counts no failure: the request authenticates
   * later as usual.
   */
  async find(header: string | undefined): Promise<Caller | undefined> {
    const known = await this.#lookUp(header)
    return known && this.#isLive(known) ? known.caller : undefined
  }

  /** Finds the key whose secret the header has, even if the key expired or was revoked. */
  async #lookUp(header: string | undefined): Promise<KnownKey | undefined> {
    const parts = partsOf(header)
    if (!parts) return undefined
    const { publicId } = parts
    const known = this.#known.get(publicId)
    if (known) return this.#proven(parts, known)
    if (!isIntact(parts)) return undefined
    return this.#proven(parts, await this.#known.recall(publicId, () => this.#find(publicId)))
  }

  #proven(parts: KeyParts, known: KnownKey | undefined): KnownKey | undefined {
    if (!known || !secretMatches(known.secretHash, parts.secret)) return undefined
    known.checksum ??= checksumOf(parts)
    return known.checksum === parts.checksum ? known : undefined
  }

  #isLive({ key }: KnownKey): boolean {
    return isLive(key, this.#runtime.now())
  }

  async #find(publicId: string): Promise<KnownKey | undefined> {
    const key = await findKeyByPublicId(this.#store.db, publicId)
    return key && { key, secretHash: secretHashOf(key), caller: callerOf(key) }
  }

  /**
   * Counts a wrong key or session of an address and returns the refusal. All causes have the same text, so
   * that nothing leaks. `ended` is the key if the secret was right, but the key expired or was revoked.
   */
  failure(sourceAddress: string, ended?: ApiKey): ServiceError {
    this.#refused.note(sourceAddress, ended)
    const { waitSeconds } = this.#failures.take(ownerOf(sourceAddress))
    return waitSeconds > 0 ? tooManyFailures(waitSeconds) : new ServiceError('UNAUTHENTICATED')
  }

  /** Writes at most once per minute and key. No request waits for it. */
  #noteUse(key: ApiKey): void {
    const now = this.#runtime.now()
    if (now - (this.#lastUse.get(key.id) ?? 0) < lastUseEveryMs) return
    if (this.#lastUse.size > 100_000) this.#lastUse.clear()
    this.#lastUse.set(key.id, now)
    recordKeyUse(this.#store.db, key.id, now).catch(() => this.#lastUse.delete(key.id))
  }
}

const partsOf = (header: string | undefined) => (header === undefined ? undefined : parseKey(header))

type NamedKey = Pick<KeyInWorkspace, 'id' | 'workspace_id' | 'scopes' | 'line' | 'rated_keys'>

export function callerOf(key: NamedKey): Caller {
  const scopes = new Set(scopesIn(key.scopes))
  return {
    workspaceId: key.workspace_id,
    keyId: key.id,
    line: lineOf(key),
    ratedKeys: key.rated_keys,
    scopes,
  }
}

export function requireScope(caller: Caller, anyOf: readonly Scope[], operation: string): void {
  if (anyOf.some((scope) => caller.scopes.has(scope))) return
  throw new ServiceError('FORBIDDEN', { values: { scope: anyOf.join('" or "'), operation } })
}

function tooManyFailures(waitSeconds: number): ServiceError {
  return new ServiceError('RATE_LIMITED', {
    values: { seconds: waitSeconds },
    retryAfterSeconds: waitSeconds,
    isHeld: true,
    note: 'too many wrong keys from this address',
  })
}
