// The token of the selected page. The user's token can reload the page token at any time.

import { ServiceError } from '../../runtime/errors.ts'
import type { TokenSource } from '../connector-kit/calls.ts'
import type { ConnectedAccount, FreshToken } from '../connector-kit/connectedAccount.ts'
import type { SocialPlatform } from './platform.ts'
import type { SocialSelection } from './selection.ts'

const noRoleProblem =
  'the person who linked the account no longer has a role on the page. Restore the role, or link the account again with auth/create_link.'

export class PageTokenSource implements TokenSource {
  readonly #platform: SocialPlatform
  readonly #connectedAccount: ConnectedAccount<SocialSelection>
  /** Reads the page token. Empty when the user has no role on the page anymore. */
  readonly #readToken: () => Promise<string>
  #token: FreshToken | undefined

  constructor(
    platform: SocialPlatform,
    connectedAccount: ConnectedAccount<SocialSelection>,
    readToken: () => Promise<string>,
  ) {
    this.#platform = platform
    this.#connectedAccount = connectedAccount
    this.#readToken = readToken
  }

  async current(): Promise<FreshToken> {
    if (!this.#token) {
      const storedToken = this.#connectedAccount.pageToken()
      const accessToken = this.#platform.pageTokens.get(this.#cacheKey(storedToken)) ?? storedToken
      this.#token = accessToken === '' ? await this.#loadToken(0) : { accessToken, version: 0 }
    }
    return this.#token
  }

  async renew({ version }: FreshToken): Promise<FreshToken> {
    this.#token = await this.#loadToken(version + 1)
    return this.#token
  }

  async #loadToken(version: number): Promise<FreshToken> {
    const accessToken = await this.#readToken()
    if (accessToken === '')
      throw new ServiceError('PERMISSION_MISSING', { values: { platform: 'social', problem: noRoleProblem } })
    this.#platform.pageTokens.set(this.#cacheKey(this.#connectedAccount.pageToken()), accessToken)
    return { accessToken, version }
  }

  /** Identifies the stored token that a newer token replaces. */
  #cacheKey(storedToken: string): string {
    const { pinnedConnection, selection } = this.#connectedAccount
    return storedToken === '' ? `${pinnedConnection.credentialId} ${selection.page.id}` : storedToken
  }
}
