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

export class Accounts {
  readonly #connections: Connections
  readonly #make: MakeConnector

  constructor(connections: Connections, make: MakeConnector) {
    this.#connections = connections
    this.#make = make
  }

  /** The account that a user is linked to now; fails with 409 when there is none, or when it needs a new consent. */
  async connect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    platform: Name,
  ): Promise<LinkedAccount<Name>> {
    return this.#accountOf(platform, await this.#connections.connect(workspaceId, userId, platform), true)
  }

  /** The account that was pinned; nothing when no credential reaches it any more. */
  async reconnect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    pin: Pin<Name>,
  ): Promise<LinkedAccount<Name> | undefined> {
    const found = await this.#connections.reconnect(workspaceId, userId, pin)
    return found && this.#accountOf(pin.platform, found.connected, found.isOwn)
  }

  /** Whether the user is still linked to the account that was pinned. */
  async isLinked(workspaceId: string, userId: string, pin: Pin): Promise<boolean> {
    return await this.#connections.isLinked(workspaceId, userId, pin)
  }

  /** Whether its credential is still there; a credential that open writes work with is not discarded. In a transaction. */
  async keep(transaction: Db, { credentialId }: Pin): Promise<boolean> {
    return await keepCredential(transaction, credentialId)
  }

  #accountOf<Name extends Platform>(
    platform: Name,
    connected: Connected<Name>,
    isOwn: boolean,
  ): LinkedAccount<Name> {
    return { connector: this.#make[platform](connected), pin: connected.pin, isOwn }
  }
}
