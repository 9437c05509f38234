// What linking remembers, so that a request on a warm connection asks the database nothing. Whoever changes a row in this
// process makes it forgotten at once; changes of other processes are heard of within a second.

import { Memory } from '../base/memory.ts'
import type { Runtime } from '../base/runtime.ts'
import type { ChangeWatch } from '../store/changeWatch.ts'
import type { Connection, ConnectionWithHealth } from '../store/connections.ts'
import type { Credential } from '../store/credentials.ts'

/** A credential that lives, with its token opened. */
export interface WarmCredential {
  readonly credential: Credential
  readonly accessToken: string
}

/** All connections of a user, and how many changes of credentials there had been when they were asked for. */
interface Profile {
  readonly connections: readonly ConnectionWithHealth[]
  readonly after: number
}

const most = 50_000
/** Longer than a profile can be under way and remembered. */
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

  /** The connection of a user, read only when it is not known. */
  async connection(
    workspaceId: string,
    userId: string,
    platform: string,
    read: () => Promise<Connection | undefined>,
  ): Promise<Connection | undefined> {
    return await this.#connections.recall(nameOf(workspaceId, userId, platform), read)
  }

  /** All connections of a user with their health, read only when they are not known. */
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
    // It may have been under way already when something changed.
    return profile && this.#isTrue(profile) ? profile.connections : await read()
  }

  forgetConnection(workspaceId: string, userId: string, platform: string): void {
    this.#connections.delete(nameOf(workspaceId, userId, platform))
    this.#profiles.delete(nameOf(workspaceId, userId))
  }

  #isTrue({ connections, after }: Profile): boolean {
    // Mostly nothing at all has changed since.
    if (this.credentials.changes === after) return true
    return connections.every(({ credential_id }) => this.credentials.changedAt(credential_id) <= after)
  }
}

/** Living credentials; and which of them changed of late, for whatever else is remembered about them. */
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

  /** The number of its last change; 0 when it has not changed of late. */
  changedAt(id: string): number {
    return this.#changed.get(id) ?? 0
  }
}

function nameOf(...parts: readonly string[]): string {
  return parts.join(' ')
}
