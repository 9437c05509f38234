// The token endpoint of the professional network.
// https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow

import type { Exchange, HttpResponse } from '../../core/exchange.ts'
import { parseBodyParameters } from '../../core/parameters.ts'
import { codeGrant } from '../../oauth/codeGrant.ts'
import { oauthErrors } from '../../oauth/failure.ts'
import { issueAccessToken, issueToken, remainingSeconds } from '../../oauth/grants.ts'
import type { Grant, Token } from '../../oauth/people.ts'
import { refreshGrant } from '../../oauth/refreshGrant.ts'
import { tokenEndpoint } from '../../oauth/tokenEndpoint.ts'
import { proOAuth } from './oauthProfile.ts'

const codeLifetimeMs = 30 * 60_000
const accessTokenLifetimeMs = 5_184_000_000
/** The lifetime starts at the consent. A refresh does not extend it. */
const refreshTokenLifetimeMs = 31_536_000_000

export const noStore = { 'cache-control': 'no-store' }
export const proOAuthError = oauthErrors(noStore)
export const missingProParameter = (parameter: string) =>
  proOAuthError(400, 'invalid_request', `A required parameter "${parameter}" is missing`)
export const clientAuthenticationFailed = proOAuthError(401, 'invalid_client', 'Client authentication failed')

const codeNotFound = () =>
  proOAuthError(400, 'invalid_request', 'Unable to retrieve access token: authorization code not found')

const codeMismatch = () =>
  proOAuthError(
    400,
    'invalid_redirect_uri',
    'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
  )

const invalidRefreshToken = () =>
  proOAuthError(
    400,
    'invalid_request',
    'The provided authorization grant or refresh token is invalid, expired or revoked',
  )

export const respondWithProTokens = tokenEndpoint({
  oauth: proOAuth,
  readParameters: parseBodyParameters,
  refusals: [
    [({ parameters }) => !parameters.has('grant_type'), () => missingProParameter('grant_type')],
    ['missing_client_id', () => missingProParameter('client_id')],
    ['missing_client_secret', () => missingProParameter('client_secret')],
    ['unknown_client', () => clientAuthenticationFailed],
    ['wrong_client_secret', () => clientAuthenticationFailed],
    [
      'unsupported_grant_type',
      ({ parameters }) =>
        proOAuthError(
          400,
          'unsupported_grant_type',
          `The grant type "${parameters.get('grant_type')}" is not supported`,
        ),
    ],
  ],
  grantTypes: {
    authorization_code: codeGrant({
      lifetimeMs: codeLifetimeMs,
      refusals: [
        ['missing_code', () => missingProParameter('code')],
        ['missing_redirect_uri', () => missingProParameter('redirect_uri')],
        ['unknown_code', codeNotFound],
        ['used_code', codeNotFound],
        ['ended_grant', codeNotFound],
        ['foreign_code', codeMismatch],
        ['other_redirect_uri', codeMismatch],
        ['expired_code', codeMismatch],
      ],
      refuseEndedGrant: codeNotFound,
      respond({ exchange }, grant, { scopes, issuedAt }) {
        const { state, now } = exchange
        const expiresAt = issuedAt + refreshTokenLifetimeMs
        const refreshToken = state.switches.pro.refreshTokens
          ? issueToken(state, proOAuth, grant, { kind: 'refresh', scopes, expiresAt }, now)
          : undefined
        return tokenResponse(exchange, grant, scopes, refreshToken)
      },
    }),
    // https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens
    refresh_token: refreshGrant({
      oauth: proOAuth,
      refusals: [
        ['missing_refresh_token', () => missingProParameter('refresh_token')],
        ['unknown_refresh_token', invalidRefreshToken],
        ['foreign_refresh_token', invalidRefreshToken],
        ['ended_refresh_token', invalidRefreshToken],
      ],
      isUnusable: ({ state }) => !state.switches.pro.refreshTokens,
      isRotating: ({ state }) => state.switches.pro.rotation,
      respond: ({ exchange }, grant, refreshToken) =>
        tokenResponse(exchange, grant, refreshToken.scopes, refreshToken),
    }),
  },
})

function tokenResponse(
  exchange: Exchange,
  grant: Grant,
  scopes: readonly string[],
  refreshToken: Token | undefined,
): HttpResponse {
  const { now } = exchange
  const fullExpiry = now + accessTokenLifetimeMs
  // An access token never outlives its refresh token.
  const expiresAt = Math.min(fullExpiry, refreshToken?.expiresAt ?? fullExpiry)
  const accessToken = issueAccessToken(exchange, proOAuth, grant, { scopes, expiresAt }, refreshToken)
  return {
    status: 200,
    headers: noStore,
    body: {
      access_token: accessToken.text,
      expires_in: remainingSeconds(expiresAt, now),
      ...(refreshToken === undefined
        ? {}
        : {
            refresh_token: refreshToken.text,
            refresh_token_expires_in: remainingSeconds(refreshToken.expiresAt ?? now, now),
          }),
      scope: [...scopes].sort().join(','),
      token_type: 'Bearer',
    },
  }
}
