// Cache of linking, so that a request on a warm connection needs no database query. A process that
// changes a row evicts it at once. Changes made by other processes arrive within a second.

import { Memory } from '../base/memory.ts'
import type { Runtime } from '../base/runtime.ts'
import type { ChangeWatch } from '../store/changeWatch.ts'
import type { Connection, ConnectionWithHealth } from '../store/connections.ts'
import type { Credential } from '../store/credentials.ts'

/** The credential works, and its access token is decrypted. */
export interface WarmCredential {
  readonly credential: Credential
  readonly accessToken: string
}

/** `after` is the number of credential changes counted before the connections were read. */
interface Profile {
  readonly connections: readonly ConnectionWithHealth[]
  readonly after: number
}

const most = 50_000
/** An entry stays longer than a snapshot can take to load plus its time in the cache. */
const changeBounds = { keepMs: 3 * 60_000, most }

export class LinkingMemory {
  readonly credentials: CredentialMemory
  readonly #connections: Memory<Connection>
  readonly #profiles: Memory<Profile>

  constructor(runtime: Runtime, changes: ChangeWatch) {
    this.credentials = new CredentialMemory(runtime, changes)
    this.#connections = new Memory(runtime, changes.bounds(most))
    this.#profiles = new Memory(runtime, changes.bounds(most))
    changes.listen('credential', (id) => this.credentials.delete(id))
    changes.listen('connection', (name) => {
      const [workspaceId = '', userId = '', platform = ''] = name.split(' ')
      this.forgetConnection(workspaceId, userId, platform)
    })
  }

  async connection(
    workspaceId: string,
    userId: string,
    platform: string,
    read: () => Promise<Connection | undefined>,
  ): Promise<Connection | undefined> {
    return await this.#connections.recall(nameOf(workspaceId, userId, platform), read)
  }

  async connectionsOf(
    workspaceId: string,
    userId: string,
    read: () => Promise<readonly ConnectionWithHealth[]>,
  ): Promise<readonly ConnectionWithHealth[]> {
    const name = nameOf(workspaceId, userId)
    const known = this.#profiles.get(name)
    if (known && this.#isTrue(known)) return known.connections
    if (known) this.#profiles.delete(name)
    const after = this.credentials.changes
    const profile = await this.#profiles.recall(name, async () => ({ connections: await read(), after }))
    // The load may have begun before something changed.
    return profile && this.#isTrue(profile) ? profile.connections : await read()
  }

  forgetConnection(workspaceId: string, userId: string, platform: string): void {
    this.#connections.delete(nameOf(workspaceId, userId, platform))
    this.#profiles.delete(nameOf(workspaceId, userId))
  }

  #isTrue({ connections, after }: Profile): boolean {
    // Usually no credential has changed since.
    if (this.credentials.changes === after) return true
    return connections.every(({ credential_id }) => this.credentials.changedAt(credential_id) <= after)
  }
}

/** The cache also numbers recent changes of credentials, because they invalidate other cached data. */
class CredentialMemory extends Memory<WarmCredential> {
  readonly #changed: Memory<number>
  changes = 0

  constructor(runtime: Runtime, changes: ChangeWatch) {
    super(runtime, changes.bounds(most))
    this.#changed = new Memory(runtime, changeBounds)
  }

  override delete(id: string): void {
    super.delete(id)
    this.#changed.set(id, ++this.changes)
  }

  /** Returns the sequence number of the last change, or 0 when the credential did not change recently. */
  changedAt(id: string): number {
    return this.#changed.get(id) ?? 0
  }
}

function nameOf(...parts: readonly string[]): string {
  return parts.join(' ')
}
