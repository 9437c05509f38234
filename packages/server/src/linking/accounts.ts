// Resolves a user, or a pinned account, to a connector for the ad account.

import type { Platform } from '@adrail/contract'
import type { ConnectedAccount, PinnedConnection } from '../platforms/connector-kit/connectedAccount.ts'
import type { Connectors, Selections } from '../platforms/index.ts'
import { retainCredential } from '../store/credentials.ts'
import type { Db } from '../store/tables.ts'
import type { Connections } from './connect.ts'

type ConnectorFactories = {
  readonly [Name in Platform]: {
    createConnector(connected: ConnectedAccount<Selections[Name]>): Connectors[Name]
  }
}

export interface LinkedAccount<Name extends Platform> {
  readonly connector: Connectors[Name]
  readonly pinnedConnection: PinnedConnection
  /** The value is false when only the pinned credential still reaches the account. */
  readonly isStillLinked: boolean
}

export interface Accounts {
  /** Throws a 409 error when the user is not linked, or when the connection needs a new consent. */
  connect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    platform: Name,
  ): Promise<LinkedAccount<Name>>
  /** Returns undefined when no credential reaches the pinned account any more. */
  reconnect(
    workspaceId: string,
    userId: string,
    pinnedConnection: PinnedConnection,
  ): Promise<LinkedAccount<Platform> | undefined>
  isLinked(workspaceId: string, userId: string, pinnedConnection: PinnedConnection): Promise<boolean>
  /**
   * Locks the credential of a pin in the transaction, so that it is not discarded before
   * the write is recorded. Returns false when the credential is gone.
   */
  lockCredential(transaction: Db, pinnedConnection: PinnedConnection): Promise<boolean>
}

export function makeAccounts(connections: Connections, factories: ConnectorFactories): Accounts {
  const toLinkedAccount = <Name extends Platform>(
    platform: Name,
    connected: ConnectedAccount<Selections[Name]>,
    isStillLinked: boolean,
  ): LinkedAccount<Name> => ({
    connector: factories[platform].createConnector(connected),
    pinnedConnection: connected.pinnedConnection,
    isStillLinked,
  })
  return {
    async connect(workspaceId, userId, platform) {
      return toLinkedAccount(platform, await connections.connect(workspaceId, userId, platform), true)
    },
    async reconnect(workspaceId, userId, pinnedConnection) {
      const reconnected = await connections.reconnect(workspaceId, userId, pinnedConnection)
      return (
        reconnected &&
        toLinkedAccount(pinnedConnection.platform, reconnected.connectedAccount, reconnected.isStillLinked)
      )
    },
    isLinked: (workspaceId, userId, pinnedConnection) =>
      connections.isLinked(workspaceId, userId, pinnedConnection),
    lockCredential: (transaction, { credentialId }) => retainCredential(transaction, credentialId),
  }
}
