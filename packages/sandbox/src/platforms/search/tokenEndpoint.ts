// The token endpoint of the search platform.
// https://developers.google.com/identity/protocols/oauth2/web-server

import { dayMs } from '../../core/durations.ts'
import type { Exchange, HttpResponse } from '../../core/exchange.ts'
import { parseBodyParameters } from '../../core/parameters.ts'
import { codeGrant } from '../../oauth/codeGrant.ts'
import { oauthErrors } from '../../oauth/failure.ts'
import {
  invalidateToken,
  issueAccessToken,
  issueToken,
  listTokens,
  remainingSeconds,
} from '../../oauth/grants.ts'
import { findGrant, type Grant, lookUpToken, type Token } from '../../oauth/people.ts'
import { refreshGrant } from '../../oauth/refreshGrant.ts'
import { tokenEndpoint } from '../../oauth/tokenEndpoint.ts'
import { createIdToken } from './idToken.ts'
import { searchOAuth } from './oauthProfile.ts'

const codeLifetimeMs = 600_000
const accessTokenLifetimeSeconds = 3_599
/** A refresh token expires when it was not used for six months. */
const idleLifetimeMs = 183 * dayMs
const testingLifetimeMs = 7 * dayMs
/** The platform revokes the oldest token, without notice, beyond this many per person and client. */
const maxLiveRefreshTokens = 100

const noStore = { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', pragma: 'no-cache' }
export const searchOAuthError = oauthErrors(noStore)
const missingParameter = (parameter: string) =>
  searchOAuthError(400, 'invalid_request', `Missing required parameter: ${parameter}`)
const unauthorized = () => searchOAuthError(401, 'unauthorized_client', 'Unauthorized')
const invalidGrant = (description: string) => () => searchOAuthError(400, 'invalid_grant', description)
const unusableCode = invalidGrant('Bad Request')
const unusableRefreshToken = invalidGrant('Token has been expired or revoked.')

export const respondWithSearchTokens = tokenEndpoint({
  oauth: searchOAuth,
  readParameters: parseBodyParameters,
  refusals: [
    [
      'unsupported_grant_type',
      ({ parameters }) =>
        searchOAuthError(
          400,
          'unsupported_grant_type',
          `Invalid grant_type: ${parameters.get('grant_type') ?? ''}`,
        ),
    ],
    [
      'missing_client_id',
      () => searchOAuthError(400, 'invalid_request', 'Could not determine client ID from request.'),
    ],
    ['unknown_client', () => searchOAuthError(401, 'invalid_client', 'The OAuth client was not found.')],
    ['missing_client_secret', () => searchOAuthError(400, 'invalid_request', 'client_secret is missing.')],
    [
      'wrong_client_secret',
      () => searchOAuthError(401, 'invalid_client', 'The provided client secret is invalid.'),
    ],
  ],
  grantTypes: {
    authorization_code: codeGrant({
      lifetimeMs: codeLifetimeMs,
      refusals: [
        ['missing_code', () => missingParameter('code')],
        ['missing_redirect_uri', () => missingParameter('redirect_uri')],
        ['unknown_code', invalidGrant('Malformed auth code.')],
        ['foreign_code', unauthorized],
        ['used_code', unusableCode],
        ['expired_code', unusableCode],
        ['other_redirect_uri', () => searchOAuthError(400, 'redirect_uri_mismatch', 'Bad Request')],
        ['missing_verifier', invalidGrant('Missing code verifier.')],
        ['wrong_verifier', invalidGrant('Invalid code verifier.')],
      ],
      refuseEndedGrant: unusableCode,
      respond({ exchange }, grant, { scopes, offline, nonce }) {
        const refreshToken = offline ? issueRefreshToken(exchange, grant, scopes) : undefined
        return tokenResponse(exchange, grant, scopes, refreshToken, nonce)
      },
    }),
    refresh_token: refreshGrant({
      oauth: searchOAuth,
      refusals: [
        ['missing_refresh_token', () => missingParameter('refresh_token')],
        ['unknown_refresh_token', unusableRefreshToken],
        ['foreign_refresh_token', unauthorized],
        ['ended_refresh_token', unusableRefreshToken],
        [
          ({ grant }) => grant?.reauthentication !== undefined,
          ({ grant }) => reauthenticationError(grant?.reauthentication),
        ],
      ],
      isUnusable: isIdle,
      isRotating: ({ state }) => state.switches.search.rotation,
      // The platform returns a refresh token only when it is new.
      respond: ({ exchange }, grant, refreshToken) =>
        tokenResponse(
          exchange,
          grant,
          refreshToken.scopes,
          exchange.state.switches.search.rotation ? refreshToken : undefined,
        ),
    }),
  },
})

function issueRefreshToken(exchange: Exchange, grant: Grant, scopes: readonly string[]): Token {
  const { state, now } = exchange
  const testingEndsAt = state.switches.search.testing ? now + testingLifetimeMs : undefined
  const expiries = [testingEndsAt, grant.endsAt].filter((expiry) => expiry !== undefined)
  const expiresAt = expiries.length === 0 ? null : Math.min(...expiries)
  const issuedToken = issueToken(state, searchOAuth, grant, { kind: 'refresh', scopes, expiresAt }, now)
  const liveTokens = listTokens(state, grant, 'refresh').filter(
    (token) => lookUpToken(state, token.text, now).status === 'live' && !isIdle(exchange, token),
  )
  for (const excessToken of liveTokens.slice(0, Math.max(0, liveTokens.length - maxLiveRefreshTokens)))
    invalidateToken(excessToken, 'crowded_out', now)
  return issuedToken
}

function isIdle({ state, now }: Exchange, token: Token): boolean {
  return (token.lastUsedAt ?? 0) + idleLifetimeMs <= now && findGrant(state, token)?.standing !== true
}

function reauthenticationError(subtype: Grant['reauthentication']): HttpResponse {
  return {
    status: 400,
    headers: noStore,
    body: {
      error: 'invalid_grant',
      error_description: `reauth related error (${subtype})`,
      error_uri: 'https://support.google.com/a/answer/9368756',
      error_subtype: subtype,
    },
  }
}

function tokenResponse(
  exchange: Exchange,
  grant: Grant,
  scopes: readonly string[],
  refreshToken: Token | undefined,
  nonce?: string,
): HttpResponse {
  const { state, now } = exchange
  const expiresAt = now + accessTokenLifetimeSeconds * 1000
  const accessToken = issueAccessToken(exchange, searchOAuth, grant, { scopes, expiresAt }, refreshToken)
  const person = state.people[grant.person]
  return {
    status: 200,
    headers: noStore,
    body: {
      access_token: accessToken.text,
      expires_in: accessTokenLifetimeSeconds,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken.text }),
      ...(refreshToken === undefined || refreshToken.expiresAt === null
        ? {}
        : { refresh_token_expires_in: remainingSeconds(refreshToken.expiresAt, now) }),
      scope: scopes.join(' '),
      token_type: 'Bearer',
      ...(person !== undefined && scopes.includes('openid')
        ? {
            id_token: createIdToken(exchange, {
              person,
              clientId: grant.clientId,
              scopes,
              accessToken: accessToken.text,
              ...(nonce === undefined ? {} : { nonce }),
            }),
          }
        : {}),
    },
  }
}
