// Authenticates calls that belong to no user with adrail's own account at the search platform.

import { ServiceError } from '../../base/errors.ts'
import { Flights } from '../../base/flights.ts'
import type { Runtime } from '../../base/runtime.ts'
import type { Connected, FreshToken } from '../kit/connected.ts'
import { unhurried, waitFor } from '../kit/deadline.ts'
import { type Provider, RefreshRefused, type Tokens } from '../kit/provider.ts'
import { UpstreamFailure } from '../kit/upstreamFailure.ts'

export interface ServiceAccount {
  readonly customerId: string
  readonly refreshToken: string
  /** The manager account through which adrail accesses the customer. Empty for direct access. */
  readonly loginCustomerId: string
}

/** The access token is refreshed this long before it expires. */
const marginMs = 60_000

/** The first call that needs an access token requests one. Concurrent callers share that request. */
export function connectServiceAccount(
  account: ServiceAccount,
  provider: Provider,
  runtime: Runtime,
): Connected<'search'> {
  let version = 0
  let current: Tokens = {
    accessToken: '',
    accessExpiresAt: 0,
    refreshToken: account.refreshToken,
    refreshExpiresAt: null,
    dataAccessExpiresAt: null,
    issuedAt: 0,
    scopes: [],
  }
  const flights = new Flights()

  const refresh = async () => {
    try {
      current = await provider.refresh(current)
      version += 1
    } catch (error) {
      if (!(error instanceof RefreshRefused || error instanceof UpstreamFailure)) throw error
      const dead = error instanceof RefreshRefused && error.verdict.kind !== 'passing'
      throw new ServiceError(dead ? 'KEYWORD_IDEAS_NOT_CONFIGURED' : 'UPSTREAM_UNAVAILABLE', {
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
    selection,
    // The service account performs no writes, so no resumed operation ever looks up this connection.
    pin: { platform: 'search', connectionId: '', credentialId: '', accountId, selection },
    async token(rejectedVersion = -1): Promise<FreshToken> {
      const ends = current.accessExpiresAt ?? Number.POSITIVE_INFINITY
      if (version <= rejectedVersion || version === 0 || ends - marginMs <= runtime.now())
        await waitFor(
          runtime,
          flights.share('refresh', () => unhurried(refresh)),
        )
      return { accessToken: current.accessToken, version }
    },
    pageToken: () => '',
  }
}
