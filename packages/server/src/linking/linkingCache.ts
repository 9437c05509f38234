// Cache of linking, so that a request on a warm connection needs no database query. A process that
// changes a row evicts it at once. Changes made by other processes arrive within a second.

import { Cache } from '../concurrency/cache.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { ChangeWatch } from '../store/changeWatch.ts'
import type { Connection, ConnectionWithHealth } from '../store/connections.ts'
import type { Credential } from '../store/credentials.ts'

/** The credential works, and its access token is decrypted. */
export interface CachedCredential {
  readonly credential: Credential
  readonly accessToken: string
}

/** `changeCount` is the number of credential changes counted before the connections were read. */
interface ConnectionsSnapshot {
  readonly connections: readonly ConnectionWithHealth[]
  readonly changeCount: number
}

const maxEntries = 50_000
/** An entry stays longer than a snapshot can take to load plus its time in the cache. */
const changeBounds = { ttlMs: 3 * 60_000, maxSize: maxEntries }

export class LinkingCache {
  readonly credentials: CredentialCache
  readonly #connections: Cache<Connection>
  readonly #snapshots: Cache<ConnectionsSnapshot>

  constructor(runtime: Runtime, changes: ChangeWatch) {
    this.credentials = new CredentialCache(runtime, changes)
    this.#connections = new Cache(runtime, changes.getCacheBounds(maxEntries))
    this.#snapshots = new Cache(runtime, changes.getCacheBounds(maxEntries))
    changes.subscribe('credential', (id) => this.credentials.delete(id))
    changes.subscribe('connection', (ids) => {
      const [workspaceId = '', userId = '', platform = ''] = ids.split(' ')
      this.evictConnection(workspaceId, userId, platform)
    })
  }

  async getConnection(
    workspaceId: string,
    userId: string,
    platform: string,
    load: () => Promise<Connection | undefined>,
  ): Promise<Connection | undefined> {
    return await this.#connections.getOrLoad(cacheKey(workspaceId, userId, platform), load)
  }

  async getConnections(
    workspaceId: string,
    userId: string,
    load: () => Promise<readonly ConnectionWithHealth[]>,
  ): Promise<readonly ConnectionWithHealth[]> {
    const key = cacheKey(workspaceId, userId)
    const cached = this.#snapshots.get(key)
    if (cached && this.#isCurrent(cached)) return cached.connections
    if (cached) this.#snapshots.delete(key)
    const changeCount = this.credentials.changeCount
    const snapshot = await this.#snapshots.getOrLoad(key, async () => ({
      connections: await load(),
      changeCount,
    }))
    // The load may have begun before something changed.
    return snapshot && this.#isCurrent(snapshot) ? snapshot.connections : await load()
  }

  evictConnection(workspaceId: string, userId: string, platform: string): void {
    this.#connections.delete(cacheKey(workspaceId, userId, platform))
    this.#snapshots.delete(cacheKey(workspaceId, userId))
  }

  #isCurrent({ connections, changeCount }: ConnectionsSnapshot): boolean {
    // Usually no credential has changed since.
    if (this.credentials.changeCount === changeCount) return true
    return connections.every(
      ({ credential_id }) => this.credentials.getLastChange(credential_id) <= changeCount,
    )
  }
}

/** The cache also numbers recent changes of credentials, because they invalidate other cached data. */
class CredentialCache extends Cache<CachedCredential> {
  readonly #lastChanges: Cache<number>
  changeCount = 0

  constructor(runtime: Runtime, changes: ChangeWatch) {
    super(runtime, changes.getCacheBounds(maxEntries))
    this.#lastChanges = new Cache(runtime, changeBounds)
  }

  override delete(id: string): void {
    super.delete(id)
    this.#lastChanges.set(id, ++this.changeCount)
  }

  /** Returns the sequence number of the last change, or 0 when the credential did not change recently. */
  getLastChange(id: string): number {
    return this.#lastChanges.get(id) ?? 0
  }
}

function cacheKey(...parts: readonly string[]): string {
  return parts.join(' ')
}
