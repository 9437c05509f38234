// Resolves a user and a platform to the chosen accounts and a working token.

import type { Platform } from '@adrail/contract'
import type { ConnectedAccount, PinnedConnection } from '../platforms/connector-kit/connectedAccount.ts'
import type { Selections } from '../platforms/index.ts'
import { ServiceError } from '../runtime/errors.ts'
import { withdrawApprovals } from '../store/approvals.ts'
import {
  type Connection,
  deleteConnection,
  deleteConnectionsOfUser,
  findConnection,
  listUserConnections,
} from '../store/connections.ts'
import { type Credential, discardCredential, findCredential } from '../store/credentials.ts'
import type { Db } from '../store/tables.ts'
import { endConnectionRows } from './connectionRows.ts'
import type { LinkingDeps } from './linking.ts'
import { type RetirementDeps, retireCredential } from './retireCredential.ts'
import { parseStoredSelection, readStoredSelection } from './storedSelections.ts'
import type { TokenRefresher } from './tokenRefresher.ts'

export interface ReconnectedAccount {
  readonly connectedAccount: ConnectedAccount<Selections[Platform]>
  /**
   * The value is false when only the pinned credential of an earlier connection still reaches the account.
   */
  readonly isStillLinked: boolean
}

/** The transaction has deleted the connections. No connection uses the credentials any more. */
export interface EndedConnections {
  readonly connections: readonly Connection[]
  readonly unusedCredentials: readonly Credential[]
}

type ConnectionDeps = RetirementDeps & Pick<LinkingDeps, 'runtime'>

export class Connections {
  readonly #linking: ConnectionDeps
  readonly #refresher: TokenRefresher
  /** Page tokens are decrypted once per cached row. A changed connection is another row object. */
  readonly #pageTokens = new WeakMap<Connection, string>()

  constructor(linking: ConnectionDeps, refresher: TokenRefresher) {
    this.#linking = linking
    this.#refresher = refresher
  }

  /** Throws a 409 error when the user is not linked, or when the credential needs a new consent. */
  async connect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    platform: Name,
  ): Promise<ConnectedAccount<Selections[Name]>> {
    return this.#toConnectedAccount(await this.#findUsableConnection(workspaceId, userId, platform), platform)
  }

  /**
   * Connects to the pinned account, even if the user is linked to another one by now.
   * Uses the user's connection while it leads to the same account, otherwise the pinned
   * credential. Returns undefined when that credential is gone.
   */
  async reconnect(
    workspaceId: string,
    userId: string,
    pinnedConnection: PinnedConnection,
  ): Promise<ReconnectedAccount | undefined> {
    const current = await this.#findPinnedAccount(workspaceId, userId, pinnedConnection)
    if (current) return { connectedAccount: current, isStillLinked: true }
    const credential = await findCredential(this.#linking.store.db, pinnedConnection.credentialId)
    if (credential?.workspace_id !== workspaceId) return undefined
    const connectedAccount = {
      workspaceId,
      selection: parseStoredSelection(pinnedConnection.platform, pinnedConnection.selection),
      pinnedConnection,
      token: (rejectedVersion?: number) => this.#refresher.getFreshToken(credential.id, rejectedVersion),
      pageToken: () => '',
    }
    return { connectedAccount, isStillLinked: false }
  }

  async isLinked(workspaceId: string, userId: string, pinnedConnection: PinnedConnection): Promise<boolean> {
    return (await this.#findPinnedAccount(workspaceId, userId, pinnedConnection)) !== undefined
  }

  /**
   * Deletes a connection. Its credential goes with the last connection,
   * and the consent with the person's last credential.
   */
  async remove(
    workspaceId: string,
    userId: string,
    platform: Platform,
    recordAuditEntry: (transaction: Db, connectionId: string) => Promise<void> = async () => {},
  ): Promise<void> {
    const { store, cache, runtime } = this.#linking
    const { removed, unusedCredential } = await store.db.transaction().execute(async (transaction) => {
      const removedConnection = await deleteConnection(transaction, workspaceId, userId, platform)
      if (removedConnection) await withdrawApprovals(transaction, removedConnection)
      const unusedCredential =
        removedConnection &&
        (await discardCredential(transaction, removedConnection.credential_id, runtime.now()))
      const connection = { workspace_id: workspaceId, user_id: userId, platform }
      await endConnectionRows(transaction, connection, runtime.now())
      if (removedConnection) await recordAuditEntry(transaction, removedConnection.id)
      return { removed: removedConnection, unusedCredential }
    })
    cache.evictConnection(workspaceId, userId, platform)
    if (!removed) throw notLinkedError(platform)
    if (unusedCredential) await retireCredential(this.#linking, unusedCredential)
  }

  async removeAll(workspaceId: string, userId: string): Promise<void> {
    for (const { platform } of await listUserConnections(this.#linking.store.db, workspaceId, [userId]))
      await this.remove(workspaceId, userId, platform)
  }

  /**
   * Runs in the transaction that deletes a user, and ends connections created since
   * `removeAll`. `finalizeEndedConnections` completes the work after the transaction.
   */
  async endConnectionsOfUser(
    transaction: Db,
    workspaceId: string,
    userId: string,
  ): Promise<EndedConnections> {
    const now = this.#linking.runtime.now()
    const connections = await deleteConnectionsOfUser(transaction, workspaceId, userId)
    const unusedCredentials: Credential[] = []
    for (const connection of connections) {
      await withdrawApprovals(transaction, connection)
      const credential = await discardCredential(transaction, connection.credential_id, now)
      if (credential) unusedCredentials.push(credential)
      await endConnectionRows(transaction, connection, now)
    }
    return { connections, unusedCredentials }
  }

  /**
   * Runs after the transaction: evicts the connections from the
   * cache, and revokes consents that no user needs.
   */
  async finalizeEndedConnections({ connections, unusedCredentials }: EndedConnections): Promise<void> {
    for (const { workspace_id, user_id, platform } of connections)
      this.#linking.cache.evictConnection(workspace_id, user_id, platform)
    for (const credential of unusedCredentials) await retireCredential(this.#linking, credential)
  }

  /** Fails early and clearly. The call itself takes its own token later. */
  async #findUsableConnection(workspaceId: string, userId: string, platform: Platform): Promise<Connection> {
    const connection = await this.#loadConnection(workspaceId, userId, platform)
    try {
      await this.#refresher.getFreshToken(connection.credential_id)
      return connection
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 409)) throw error
      // The cached connection may be older than a new link by another process.
      this.#linking.cache.evictConnection(workspaceId, userId, platform)
      const latest = await this.#loadConnection(workspaceId, userId, platform)
      if (latest.credential_id === connection.credential_id) throw error
      await this.#refresher.getFreshToken(latest.credential_id)
      return latest
    }
  }

  async #findPinnedAccount(
    workspaceId: string,
    userId: string,
    pinnedConnection: PinnedConnection,
  ): Promise<ConnectedAccount<Selections[Platform]> | undefined> {
    // The database is queried because a cached row may be stale, which would matter here.
    const connection = await findConnection(
      this.#linking.store.db,
      workspaceId,
      userId,
      pinnedConnection.platform,
    )
    const connectedAccount = connection && this.#toConnectedAccount(connection, pinnedConnection.platform)
    return connectedAccount?.pinnedConnection.accountId === pinnedConnection.accountId
      ? connectedAccount
      : undefined
  }

  #toConnectedAccount<Name extends Platform>(
    connection: Connection,
    platform: Name,
  ): ConnectedAccount<Selections[Name]> {
    const { id, credential_id: credentialId } = connection
    const storedSelection = readStoredSelection(connection)
    const selection = parseStoredSelection(platform, storedSelection)
    return {
      workspaceId: connection.workspace_id,
      selection,
      pinnedConnection: {
        platform,
        connectionId: id,
        credentialId,
        accountId: selection.accountId,
        selection: storedSelection,
      },
      token: (rejectedVersion) => this.#refresher.getFreshToken(credentialId, rejectedVersion),
      pageToken: () => this.#decryptPageToken(connection),
    }
  }

  #decryptPageToken(connection: Connection): string {
    const cached = this.#pageTokens.get(connection)
    if (cached !== undefined) return cached
    const { workspace_id: workspaceId, id, page_token } = connection
    const cell = { workspaceId, table: 'connections', id, column: 'page_token' } as const
    const decrypted = this.#linking.vault.decrypt(cell, page_token)
    this.#pageTokens.set(connection, decrypted)
    return decrypted
  }

  async #loadConnection(workspaceId: string, userId: string, platform: Platform): Promise<Connection> {
    const { store, cache } = this.#linking
    const connection = await cache.getConnection(workspaceId, userId, platform, () =>
      findConnection(store.db, workspaceId, userId, platform),
    )
    if (!connection) throw notLinkedError(platform)
    return connection
  }
}

function notLinkedError(platform: Platform): ServiceError {
  return new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform } })
}
