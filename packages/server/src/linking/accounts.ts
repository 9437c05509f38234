// Resolves a user, or a pinned account, to a connector for the ad account.

import type { Platform } from '@adrail/contract'
import type { Connectors } from '../platforms/connectors.ts'
import type { Connected, Pin } from '../platforms/kit/connected.ts'
import { keepCredential } from '../store/credentials.ts'
import type { Db } from '../store/tables.ts'
import type { Connections } from './connect.ts'

export type MakeConnector = { readonly [Name in Platform]: (connected: Connected<Name>) => Connectors[Name] }

export interface LinkedAccount<Name extends Platform> {
  readonly connector: Connectors[Name]
  readonly pin: Pin<Name>
  /** The value is false when only the pinned credential still reaches the account. */
  readonly isOwn: boolean
}

export interface Accounts {
  /** Throws a 409 error when the user is not linked, or when the connection needs a new consent. */
  connect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    platform: Name,
  ): Promise<LinkedAccount<Name>>
  /** Returns undefined when no credential reaches the pinned account any more. */
  reconnect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    pin: Pin<Name>,
  ): Promise<LinkedAccount<Name> | undefined>
  isLinked(workspaceId: string, userId: string, pin: Pin): Promise<boolean>
  /**
   * Locks the credential of a pin in the transaction, so that it is not discarded before
   * the write is recorded. Returns false when the credential is gone.
   */
  keep(transaction: Db, pin: Pin): Promise<boolean>
}

export function makeAccounts(connections: Connections, make: MakeConnector): Accounts {
  const account = <Name extends Platform>(
    platform: Name,
    connected: Connected<Name>,
    isOwn: boolean,
  ): LinkedAccount<Name> => ({ connector: make[platform](connected), pin: connected.pin, isOwn })
  return {
    async connect(workspaceId, userId, platform) {
      return account(platform, await connections.connect(workspaceId, userId, platform), true)
    },
    async reconnect(workspaceId, userId, pin) {
      const found = await connections.reconnect(workspaceId, userId, pin)
      return found && account(pin.platform, found.connected, found.isOwn)
    },
    isLinked: (workspaceId, userId, pin) => connections.isLinked(workspaceId, userId, pin),
    keep: (transaction, { credentialId }) => keepCredential(transaction, credentialId),
  }
}
