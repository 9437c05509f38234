// Authenticates calls that belong to no user with adrail's own account at the search platform.

import { Singleflight } from '../../concurrency/singleflight.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { ConnectedAccount, FreshToken } from '../connector-kit/connectedAccount.ts'
import { awaitWithinDeadline, withoutDeadline } from '../connector-kit/deadline.ts'
import { type Provider, TokenRequestError, type Tokens } from '../connector-kit/provider.ts'
import { UpstreamFailure } from '../connector-kit/upstreamFailure.ts'
import type { SearchSelection } from './selection.ts'

export interface ServiceAccount {
  readonly customerId: string
  readonly refreshToken: string
  /** The manager account through which adrail accesses the customer. Empty for direct access. */
  readonly loginCustomerId: string
}

/** The access token is refreshed this long before it expires. */
const expiryMarginMs = 60_000

/** The first call that needs an access token requests one. Concurrent callers share that request. */
export function connectServiceAccount(
  account: ServiceAccount,
  provider: Provider,
  runtime: Runtime,
): ConnectedAccount<SearchSelection> {
  let version = 0
  let currentTokens: Tokens = {
    accessToken: '',
    accessExpiresAt: 0,
    refreshToken: account.refreshToken,
    refreshExpiresAt: null,
    dataAccessExpiresAt: null,
    issuedAt: 0,
    scopes: [],
  }
  const singleflight = new Singleflight()

  const refresh = async () => {
    try {
      currentTokens = await provider.refresh(currentTokens)
      version += 1
    } catch (error) {
      if (!(error instanceof TokenRequestError || error instanceof UpstreamFailure)) throw error
      const isPermanent = error instanceof TokenRequestError && error.verdict.kind !== 'transient'
      throw new ServiceError(isPermanent ? 'KEYWORD_IDEAS_NOT_CONFIGURED' : 'UPSTREAM_UNAVAILABLE', {
        values: { platform: 'search' },
        cause: error,
      })
    }
  }

  const accountId = account.customerId
  const selection = {
    accountId,
    accountName: '',
    currencyCode: '',
    timeZone: '',
    managerId: account.loginCustomerId,
  }
  return {
    workspaceId: '',
    selection,
    // The service account performs no writes, so no resumed operation ever looks up this connection.
    pinnedConnection: { platform: 'search', connectionId: '', credentialId: '', accountId, selection },
    async token(rejectedVersion = -1): Promise<FreshToken> {
      const expiresAt = currentTokens.accessExpiresAt ?? Number.POSITIVE_INFINITY
      if (version <= rejectedVersion || version === 0 || expiresAt - expiryMarginMs <= runtime.now())
        await awaitWithinDeadline(
          runtime,
          singleflight.run('refresh', () => withoutDeadline(refresh)),
        )
      return { accessToken: currentTokens.accessToken, version }
    },
    pageToken: () => '',
  }
}
