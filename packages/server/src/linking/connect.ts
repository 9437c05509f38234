// From a user and a platform to what a handler works with: the chosen accounts, and a token that works.

import type { Platform } from '../config.ts'
import { ServiceError } from '../errors.ts'
import { Memory } from '../guard/memory.ts'
import type { Connected } from '../platforms/connected.ts'
import type { Selections } from '../platforms/selections.ts'
import type { Runtime } from '../runtime.ts'
import { type Connection, connectionsOf, deleteConnection, findConnection } from '../store/connections.ts'
import { countCredentialsOfPerson, deleteUnusedCredential } from '../store/credentials.ts'
import type { Linking } from './flow.ts'
import { nameOf } from './names.ts'
import { openTokens, type TokenKeeper } from './tokens.ts'

export class Connections {
  readonly #linking: Linking
  readonly #keeper: TokenKeeper
  readonly #known: Memory<Connection>

  constructor(linking: Linking, keeper: TokenKeeper, runtime: Runtime) {
    this.#linking = linking
    this.#keeper = keeper
    this.#known = new Memory(runtime, { keepMs: 4000, most: 50_000 })
  }

  /** Fails with 409 when the platform is not linked, or when its credential needs a new consent. */
  async connect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    platform: Name,
  ): Promise<Connected<Name>> {
    const connection = await this.#find(workspaceId, userId, platform)
    // Fails early and clearly; the token itself is taken when a call is made.
    await this.#keeper.fresh(connection.credential_id)
    return {
      selection: JSON.parse(connection.selection) as Selections[Name],
      token: (rejectedVersion) => this.#keeper.fresh(connection.credential_id, rejectedVersion),
      pageToken: () =>
        this.#linking.vault.open(
          { workspaceId, table: 'connections', id: connection.id, column: 'page_token' },
          connection.page_token,
        ),
    }
  }

  /** Ends a connection; the credential goes with its last one, and the consent at the platform with its last one there. */
  async remove(workspaceId: string, userId: string, platform: Platform): Promise<void> {
    const { store, log, vault, providers } = this.#linking
    const removed = await deleteConnection(store.db, workspaceId, userId, platform)
    this.#known.delete(nameOfEntry(workspaceId, userId, platform))
    if (!removed) throw notLinked(platform)
    const credential = await deleteUnusedCredential(store.db, removed.credential_id)
    if (!credential) return
    // The platform ends the consent of the person for the whole app: nobody else may still need it.
    const others = await countCredentialsOfPerson(store.db, platform, credential.upstream_user_id)
    if (others > 0) return
    try {
      await providers[platform].revoke(openTokens(vault, credential))
    } catch (error) {
      // The tokens are gone from here in any case; the user can remove the app at the platform.
      log.info('revoking failed', { platform, note: (error as Error).message })
    }
  }

  /** Ends whatever connections a user has. */
  async removeAll(workspaceId: string, userId: string): Promise<void> {
    for (const { platform } of await connectionsOf(this.#linking.store.db, workspaceId, [userId]))
      await this.remove(workspaceId, userId, platform as Platform)
  }

  async #find(workspaceId: string, userId: string, platform: Platform): Promise<Connection> {
    const name = nameOfEntry(workspaceId, userId, platform)
    const remembered = this.#known.get(name)
    if (remembered) return remembered
    const connection = await findConnection(this.#linking.store.db, workspaceId, userId, platform)
    if (!connection) throw notLinked(platform)
    this.#known.set(name, connection)
    return connection
  }
}

function nameOfEntry(workspaceId: string, userId: string, platform: string): string {
  return `${workspaceId} ${userId} ${platform}`
}

function notLinked(platform: Platform): ServiceError {
  return new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform: nameOf(platform) } })
}
