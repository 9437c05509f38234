// From a user, or from what was pinned, to a connector: an ad account that can be worked on.

import type { Platform } from '@adrail/contract'
import type { Connectors } from '../platforms/connectors.ts'
import type { Connected, Pin } from '../platforms/kit/connected.ts'
import type { Connections } from './connect.ts'

/** Makes the connector of a platform for one connection. */
export type MakeConnector = { readonly [Name in Platform]: (connected: Connected<Name>) => Connectors[Name] }

export interface LinkedAccount<Name extends Platform> {
  readonly connector: Connectors[Name]
  readonly pin: Pin<Name>
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
    return this.#accountOf(platform, await this.#connections.connect(workspaceId, userId, platform))
  }

  /** The account that was pinned; nothing when no credential reaches it any more. */
  async reconnect<Name extends Platform>(
    workspaceId: string,
    userId: string,
    pin: Pin<Name>,
  ): Promise<LinkedAccount<Name> | undefined> {
    const connected = await this.#connections.reconnect(workspaceId, userId, pin)
    return connected && this.#accountOf(pin.platform, connected)
  }

  #accountOf<Name extends Platform>(platform: Name, connected: Connected<Name>): LinkedAccount<Name> {
    return { connector: this.#make[platform](connected), pin: connected.pin }
  }
}
