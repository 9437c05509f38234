// Resolves a user and a platform to the chosen accounts and a working token.

import type { Platform } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import type { Connected, Pin } from '../platforms/kit/connected.ts'
import type { Selections } from '../platforms/kit/selections.ts'
import { withdrawApprovals } from '../store/approvals.ts'
import {
  type Connection,
  connectionsOf,
  deleteConnection,
  deleteConnectionsOfUser,
  findConnection,
} from '../store/connections.ts'
import { type Credential, discardCredential, findCredential } from '../store/credentials.ts'
import type { Db } from '../store/tables.ts'
import { endAllBeside } from './keptBeside.ts'
import type { Linking } from './linking.ts'
import { retire } from './retire.ts'
import type { TokenKeeper } from './tokenKeeper.ts'

export interface Reconnected<Name extends Platform> {
  readonly connected: Connected<Name>
  /**
   * The value is false when only the pinned credential of an earlier connection still reaches the account.
   */
  readonly isOwn: boolean
}

/** The transaction has deleted the connections. No connection uses the credentials any more. */
export interface Ended {
  readonly connections: readonly Connection[]
  readonly unused: readonly Credential[]
}

export class Connections {
  readonly #linking: Linking
  readonly #keeper: TokenKeeper
  /** Page tokens are decrypted once per cached row. A changed connection is another row object. */
  readonly #pageTokens = new WeakMap<Connection, string>()

  constructor(linking: Linking, keeper: TokenKeeper) {
    this.#linking = linking
    this.#keeper = keeper
  }

  /** Throws a 409 error when the user is not linked, or when the credential needs a new consent. */
  async connect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    platform: Name,
  ): Promise<Connected<Name>> {
    return this.#connected(await this.#findLiving(workspaceId, userId, platform), platform)
  }

  /**
   * Connects to the pinned account, even if the user is linked to another one by now.
   * Uses the user's connection while it leads to the same account, otherwise the pinned
   * credential. Returns undefined when that credential is gone.
   */
  async reconnect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    pin: Pin<Name>,
  ): Promise<Reconnected<Name> | undefined> {
    const own = await this.#findPinned(workspaceId, userId, pin)
    if (own) return { connected: own, isOwn: true }
    const credential = await findCredential(this.#linking.store.db, pin.credentialId)
    if (credential?.workspace_id !== workspaceId) return undefined
    const connected = {
      selection: pin.selection,
      pin,
      token: (rejectedVersion?: number) => this.#keeper.fresh(credential.id, rejectedVersion),
      pageToken: () => '',
    }
    return { connected, isOwn: false }
  }

  async isLinked(workspaceId: string, userId: string, pin: Pin): Promise<boolean> {
    return (await this.#findPinned(workspaceId, userId, pin)) !== undefined
  }

  /**
   * Deletes a connection. Its credential goes with the last connection,
   * and the consent with the person's last credential.
   */
  async remove(
    workspaceId: string,
    userId: string,
    platform: Platform,
    record: (transaction: Db, connectionId: string) => Promise<void> = async () => {},
  ): Promise<void> {
    const { store, memory, runtime } = this.#linking
    const { removed, unused } = await store.db.transaction().execute(async (transaction) => {
      const removed = await deleteConnection(transaction, workspaceId, userId, platform)
      if (removed) await withdrawApprovals(transaction, removed)
      const unused = removed && (await discardCredential(transaction, removed.credential_id, runtime.now()))
      const connection = { workspace_id: workspaceId, user_id: userId, platform }
      await endAllBeside(transaction, connection, runtime.now())
      if (removed) await record(transaction, removed.id)
      return { removed, unused }
    })
    memory.forgetConnection(workspaceId, userId, platform)
    if (!removed) throw notLinked(platform)
    if (unused) await retire(this.#linking, unused)
  }

  async removeAll(workspaceId: string, userId: string): Promise<void> {
    for (const { platform } of await connectionsOf(this.#linking.store.db, workspaceId, [userId]))
      await this.remove(workspaceId, userId, platform as Platform)
  }

  /**
   * Runs in the transaction that deletes a user, and ends connections created since
   * `removeAll`. `settleEnded` completes the work after the transaction.
   */
  async endWithUser(transaction: Db, workspaceId: string, userId: string): Promise<Ended> {
    const now = this.#linking.runtime.now()
    const connections = await deleteConnectionsOfUser(transaction, workspaceId, userId)
    const unused: Credential[] = []
    for (const connection of connections) {
      await withdrawApprovals(transaction, connection)
      const credential = await discardCredential(transaction, connection.credential_id, now)
      if (credential) unused.push(credential)
      await endAllBeside(transaction, connection, now)
    }
    return { connections, unused }
  }

  /**
   * Runs after the transaction: evicts the connections from the
   * cache, and revokes consents that no user needs.
   */
  async settleEnded({ connections, unused }: Ended): Promise<void> {
    for (const { workspace_id, user_id, platform } of connections)
      this.#linking.memory.forgetConnection(workspace_id, user_id, platform)
    for (const credential of unused) await retire(this.#linking, credential)
  }

  /** Fails early and clearly. The call itself takes its own token later. */
  async #findLiving(workspaceId: string, userId: string, platform: Platform): Promise<Connection> {
    const connection = await this.#find(workspaceId, userId, platform)
    try {
      await this.#keeper.fresh(connection.credential_id)
      return connection
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 409)) throw error
      // The cached connection may be older than a new link by another process.
      this.#linking.memory.forgetConnection(workspaceId, userId, platform)
      const current = await this.#find(workspaceId, userId, platform)
      if (current.credential_id === connection.credential_id) throw error
      await this.#keeper.fresh(current.credential_id)
      return current
    }
  }

  async #findPinned<Name extends Platform>(
    workspaceId: string,
    userId: string,
    pin: Pin<Name>,
  ): Promise<Connected<Name> | undefined> {
    // The database is queried because a cached row may be stale, which would matter here.
    const present = await findConnection(this.#linking.store.db, workspaceId, userId, pin.platform)
    const connected = present && this.#connected(present, pin.platform)
    return connected?.pin.accountId === pin.accountId ? connected : undefined
  }

  #connected<Name extends Platform>(connection: Connection, platform: Name): Connected<Name> {
    const { id, credential_id: credentialId } = connection
    // The selection was written when the link was completed, from the options of the platform's own picker.
    const selection = JSON.parse(connection.selection) as Selections[Name]
    return {
      selection,
      pin: { platform, connectionId: id, credentialId, accountId: accountOf(selection), selection },
      token: (rejectedVersion) => this.#keeper.fresh(credentialId, rejectedVersion),
      pageToken: () => this.#pageToken(connection),
    }
  }

  #pageToken(connection: Connection): string {
    const known = this.#pageTokens.get(connection)
    if (known !== undefined) return known
    const { workspace_id: workspaceId, id, page_token } = connection
    const cell = { workspaceId, table: 'connections', id, column: 'page_token' } as const
    const opened = this.#linking.vault.open(cell, page_token)
    this.#pageTokens.set(connection, opened)
    return opened
  }

  async #find(workspaceId: string, userId: string, platform: Platform): Promise<Connection> {
    const { store, memory } = this.#linking
    const connection = await memory.connection(workspaceId, userId, platform, () =>
      findConnection(store.db, workspaceId, userId, platform),
    )
    if (!connection) throw notLinked(platform)
    return connection
  }
}

function accountOf(selection: Selections[Platform]): string {
  return 'adAccountId' in selection ? selection.adAccountId : selection.accountId
}

function notLinked(platform: Platform): ServiceError {
  return new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform } })
}
