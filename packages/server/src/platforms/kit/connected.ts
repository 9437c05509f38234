// What a connector is given: the user's chosen accounts, and tokens that work.

import type { Platform } from '@adrail/contract'
import type { Selections } from './selections.ts'

export interface FreshToken {
  readonly accessToken: string
  /** Counts the credential's sets of tokens; told back when the platform refuses this one. */
  readonly version: number
  /** Told when it is too new to be renewed. */
  readonly renewableInMs?: number
}

/** The connection and ad account that something was planned for. Plain JSON: it outlives the process, and the link. */
export interface PinnedConnection<Name extends Platform = Platform> {
  readonly platform: Name
  readonly connectionId: string
  readonly credentialId: string
  readonly accountId: string
  readonly selection: Selections[Name]
}

export interface ConnectedAccount<Name extends Platform> {
  readonly selection: Selections[Name]
  /** A token that works now; say which version was refused to get a newer one. */
  token(rejectedVersion?: number): Promise<FreshToken>
  /** Social: the token of the chosen page; empty when it has to be asked for. */
  pageToken(): string
  readonly pin: PinnedConnection<Name>
}

/** A person's token. It is asked for anew each time, because some connectors outlive several of them. */
export class UserTokenSource {
  readonly #account: Pick<ConnectedAccount<Platform>, 'token'>

  constructor(account: Pick<ConnectedAccount<Platform>, 'token'>) {
    this.#account = account
  }

  async current(): Promise<FreshToken> {
    return await this.#account.token()
  }

  async renew({ version }: FreshToken): Promise<FreshToken> {
    return await this.#account.token(version)
  }
}
