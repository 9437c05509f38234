// The service's own account at the search platform: what belongs to no user is asked in its name.

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
  /** The manager through which it is reached; empty when directly. */
  readonly loginCustomerId: string
}

/** Refreshed so long before its end. */
const marginMs = 60_000

/** As if a user had linked it: the access token is fetched when it is needed, once for all who need it. */
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
    // Nothing is ever written in the service's own name; there is no connection to come back to.
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
