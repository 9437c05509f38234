// From a user, or from what was pinned, to a connector: an ad account that can be worked on.

import type { Platform } from '@adrail/contract'
import type { Connectors } from '../platforms/connectors.ts'
import type { Connected, Pin } from '../platforms/kit/connected.ts'
import { keepCredential } from '../store/credentials.ts'
import type { Db } from '../store/tables.ts'
import type { Connections } from './connect.ts'

/** Makes the connector of a platform for one connection. */
export type MakeConnector = { readonly [Name in Platform]: (connected: Connected<Name>) => Connectors[Name] }

export interface LinkedAccount<Name extends Platform> {
  readonly connector: Connectors[Name]
  readonly pin: Pin<Name>
  /** Whether the user is linked to it, or was when something was planned for it. */
  readonly isOwn: boolean
}

export interface Accounts {
  /** The account that a user is linked to now; fails with 409 when there is none, or when it needs a new consent. */
  connect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    platform: Name,
  ): Promise<LinkedAccount<Name>>
  /** The account that was pinned; nothing when no credential reaches it any more. */
  reconnect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    pin: Pin<Name>,
  ): Promise<LinkedAccount<Name> | undefined>
  /** Whether the user is still linked to the account that was pinned. */
  isLinked(workspaceId: string, userId: string, pin: Pin): Promise<boolean>
  /** Whether its credential is still there; a credential that open writes work with is not discarded. In a transaction. */
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
