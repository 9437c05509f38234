// The input of a connector: the user's selected accounts and valid tokens.

import type { Platform } from '@adrail/contract'
import type { AccountSelection, StoredSelection } from './accountSelection.ts'

export interface FreshToken {
  readonly accessToken: string
  /**
   * Version of the credential's tokens. The connector passes the version back when the platform rejects the
   * token.
   */
  readonly version: number
  /** Set when the token is too new to be renewed. */
  readonly renewableInMs?: number
}

/**
 * Connection and ad account that a write was planned for. Plain JSON that outlives the process and the link.
 */
export interface PinnedConnection {
  readonly platform: Platform
  readonly connectionId: string
  readonly credentialId: string
  readonly accountId: string
  readonly selection: StoredSelection
}

export interface ConnectedAccount<Selection extends AccountSelection = AccountSelection> {
  /** The workspace of the user. Empty for the account of the service itself. */
  readonly workspaceId: string
  readonly selection: Selection
  /** Returns a valid token. Pass the version of a rejected token to get a newer one. */
  token(rejectedVersion?: number): Promise<FreshToken>
  /**
   * Social only: the token of the selected page. Empty when the token must be requested from the platform.
   */
  pageToken(): string
  readonly pinnedConnection: PinnedConnection
}

/** The user's token. The token is loaded for each call because some connectors outlive several tokens. */
export class UserTokenSource {
  readonly #account: Pick<ConnectedAccount, 'token'>

  constructor(account: Pick<ConnectedAccount, 'token'>) {
    this.#account = account
  }

  async current(): Promise<FreshToken> {
    return await this.#account.token()
  }

  async renew({ version }: FreshToken): Promise<FreshToken> {
    return await this.#account.token(version)
  }
}
