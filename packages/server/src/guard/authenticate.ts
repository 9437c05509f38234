// Who is calling: turns the x-api-key header into a caller, with a short memory so that a warm key costs no query.

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

/** The workspace and key of one request. */
export interface Caller {
  readonly workspaceId: string
  readonly keyId: string
  /** The key and its successors, named by the first of them. */
  readonly line: string
  /** Keys whose rates the workspace has together, if it has no more by the settings. */
  readonly ratedKeys: number
  readonly scopes: ReadonlySet<Scope>
}

const lastUseEveryMs = 60_000

interface KnownKey {
  readonly key: ApiKey
  readonly secretHash: Buffer
  readonly caller: Caller
  /** Of its secret, once that was seen. */
  checksum?: string
}

export class Authenticator {
  readonly #store: Store
  readonly #runtime: Runtime
  readonly #known: Memory<KnownKey>
  readonly #lastUse = new Map<string, number>()
  /** Wrong keys only. Callers behind one address (a proxy, an office) share it, so a valid key is never held up by it. */
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

  /** Whose key it is, where that is known without asking and it is good. */
  remembered(header: string | undefined): Caller | undefined {
    const parts = partsOf(header)
    const known = parts && this.#proven(parts, this.#known.get(parts.publicId))
    return known && this.#isLive(known) ? known.caller : undefined
  }

  /** The same, asked of the database where it has to be. Counts for nothing: whoever is let in authenticates as always. */
  async find(header: string | undefined): Promise<Caller | undefined> {
    const known = await this.#lookUp(header)
    return known && this.#isLive(known) ? known.caller : undefined
  }

  /** The key whose secret the header has, also when it expired or was revoked. */
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
   * Counts a wrong key or session of an address, and returns the refusal: one text for every cause, so that nothing leaks.
   * `ended` is the key when it was right, but expired or revoked.
   */
  failure(sourceAddress: string, ended?: ApiKey): ServiceError {
    this.#refused.note(sourceAddress, ended)
    const { waitSeconds } = this.#failures.take(ownerOf(sourceAddress))
    return waitSeconds > 0 ? tooManyFailures(waitSeconds) : new ServiceError('UNAUTHENTICATED')
  }

  /** At most one write a minute per key, and nobody waits for it. */
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

/** Any one of the scopes suffices. */
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
