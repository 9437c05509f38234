// The token endpoint of the search platform. It exchanges codes for tokens and refresh tokens for access
// tokens.
// https://developers.google.com/identity/protocols/oauth2/web-server

import { createHash } from 'node:crypto'
import { dayMs } from '../../core/durations.ts'
import type { Exchange, HttpResponse } from '../../core/exchange.ts'
import { parseBodyParameters, readClientCredentials } from '../../core/parameters.ts'
import {
  findApp,
  findCode,
  invalidateToken,
  invalidateTokens,
  issueToken,
  listTokens,
  rotateToken,
} from '../../oauth/grants.ts'
import { findGrant, type Grant, lookUpToken, type RegisteredApp, type Token } from '../../oauth/people.ts'
import { createIdToken } from './idToken.ts'
import { searchOAuth } from './oauthProfile.ts'

const codeLifetimeMs = 600_000
const accessTokenLifetimeSeconds = 3_599
/** A refresh token expires when it was not used for six months. */
const idleLifetimeMs = 183 * dayMs
const testingLifetimeSeconds = 7 * 86_400
/** The platform revokes the oldest token, without notice, beyond this many per person and client. */
const maxLiveRefreshTokens = 100

export function tokenEndpoint(exchange: Exchange): HttpResponse {
  const form = parseBodyParameters(exchange)
  const grantType = form.get('grant_type') ?? ''
  const { id, secret } = readClientCredentials(exchange, form)
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
    return searchOauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${grantType}`)
  }
  if (id === '')
    return searchOauthError(400, 'invalid_request', 'Could not determine client ID from request.')
  const app = findApp(exchange.state, 'search', id)
  if (app === undefined) return searchOauthError(401, 'invalid_client', 'The OAuth client was not found.')
  if (secret === '') return searchOauthError(400, 'invalid_request', 'client_secret is missing.')
  if (secret !== app.clientSecret)
    return searchOauthError(401, 'invalid_client', 'The provided client secret is invalid.')
  return grantType === 'refresh_token'
    ? refreshAccessToken(exchange, app, form)
    : exchangeCode(exchange, app, form)
}

function exchangeCode(exchange: Exchange, app: RegisteredApp, form: URLSearchParams): HttpResponse {
  const { state, now } = exchange
  const codeText = form.get('code') ?? ''
  if (codeText === '') return searchOauthError(400, 'invalid_request', 'Missing required parameter: code')
  const redirectUri = form.get('redirect_uri') ?? ''
  if (redirectUri === '')
    return searchOauthError(400, 'invalid_request', 'Missing required parameter: redirect_uri')
  const code = findCode(state, 'search', codeText)
  if (code === undefined) return searchOauthError(400, 'invalid_grant', 'Malformed auth code.')
  if (code.clientId !== app.clientId) return searchOauthError(401, 'unauthorized_client', 'Unauthorized')
  if (code.usedAt !== undefined || code.issuedAt + codeLifetimeMs <= now)
    return searchOauthError(400, 'invalid_grant', 'Bad Request')
  if (code.redirectUri !== redirectUri) return searchOauthError(400, 'redirect_uri_mismatch', 'Bad Request')
  if (code.challenge !== undefined) {
    const verifier = form.get('code_verifier')
    if (verifier === null) return searchOauthError(400, 'invalid_grant', 'Missing code verifier.')
    const computedChallenge =
      code.challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
    if (computedChallenge !== code.challenge.text)
      return searchOauthError(400, 'invalid_grant', 'Invalid code verifier.')
  }
  code.usedAt = now
  const grant = state.grants[code.grant]
  if (grant === undefined || grant.death !== undefined)
    return searchOauthError(400, 'invalid_grant', 'Bad Request')
  const refreshToken = code.offline ? issueRefreshToken(exchange, grant, code.scopes) : undefined
  return tokenResponse(exchange, grant, code.scopes, refreshToken, code.nonce)
}

function issueRefreshToken(exchange: Exchange, grant: Grant, scopes: readonly string[]): Token {
  const { state, now } = exchange
  const testingEndsAt = state.switches.search.testing ? now + testingLifetimeSeconds * 1000 : undefined
  const expiries = [testingEndsAt, grant.endsAt].filter((expiry) => expiry !== undefined)
  const issuedToken = issueToken(
    state,
    searchOAuth,
    grant,
    { kind: 'refresh', scopes, expiresAt: expiries.length === 0 ? null : Math.min(...expiries) },
    now,
  )
  const liveTokens = listTokens(state, grant, 'refresh').filter(
    ({ text }) => findRefreshTokenProblem(exchange, text) === undefined,
  )
  for (const excessToken of liveTokens.slice(0, Math.max(0, liveTokens.length - maxLiveRefreshTokens)))
    invalidateToken(excessToken, 'crowded_out', now)
  return issuedToken
}

/** Returns undefined for a usable token, otherwise why the token is unusable. */
function findRefreshTokenProblem(
  exchange: Exchange,
  tokenText: string,
): 'unknown' | 'dead' | 'rotated' | undefined {
  const { state, now } = exchange
  const tokenLookup = lookUpToken(state, tokenText, now)
  if (
    tokenLookup.status === 'unknown' ||
    tokenLookup.token.platform !== 'search' ||
    tokenLookup.token.kind !== 'refresh'
  )
    return 'unknown'
  if (tokenLookup.status === 'dead') return tokenLookup.reason === 'rotated' ? 'rotated' : 'dead'
  const isIdle =
    (tokenLookup.token.lastUsedAt ?? 0) + idleLifetimeMs <= now &&
    findGrant(state, tokenLookup.token)?.standing !== true
  return tokenLookup.status === 'expired' || isIdle ? 'dead' : undefined
}

function refreshAccessToken(exchange: Exchange, app: RegisteredApp, form: URLSearchParams): HttpResponse {
  const { state, now } = exchange
  const tokenText = form.get('refresh_token') ?? ''
  if (tokenText === '')
    return searchOauthError(400, 'invalid_request', 'Missing required parameter: refresh_token')
  const problem = findRefreshTokenProblem(exchange, tokenText)
  const refreshToken = state.tokens[tokenText]
  const grant = refreshToken && findGrant(state, refreshToken)
  const invalidGrantResponse = searchOauthError(400, 'invalid_grant', 'Token has been expired or revoked.')
  if (problem === 'unknown' || refreshToken === undefined || grant === undefined) return invalidGrantResponse
  if (refreshToken.clientId !== app.clientId)
    return searchOauthError(401, 'unauthorized_client', 'Unauthorized')
  if (problem === 'rotated' && state.switches.search.rotation) {
    invalidateTokens(state, grant, 'revoked', now)
    exchange.effect('family_killed', grant.id, { person: grant.person })
  }
  if (problem !== undefined) return invalidGrantResponse
  if (grant.reauthentication !== undefined) {
    return {
      ...searchOauthError(400, 'invalid_grant', `reauth related error (${grant.reauthentication})`),
      body: {
        error: 'invalid_grant',
        error_description: `reauth related error (${grant.reauthentication})`,
        error_uri: 'https://support.google.com/a/answer/9368756',
        error_subtype: grant.reauthentication,
      },
    }
  }
  refreshToken.lastUsedAt = now
  if (!state.switches.search.rotation) return tokenResponse(exchange, grant, refreshToken.scopes)
  return tokenResponse(
    exchange,
    grant,
    refreshToken.scopes,
    rotateToken(state, searchOAuth, grant, refreshToken, now),
  )
}

function tokenResponse(
  exchange: Exchange,
  grant: Grant,
  scopes: readonly string[],
  refreshToken?: Token,
  nonce?: string,
): HttpResponse {
  const { state, now } = exchange
  const accessToken = issueToken(
    state,
    searchOAuth,
    grant,
    { kind: 'access', scopes, expiresAt: now + accessTokenLifetimeSeconds * 1000 },
    now,
  )
  const person = state.people[grant.person]
  exchange.effect('token', grant.id, { kind: 'access', refreshToken: refreshToken !== undefined })
  return {
    status: 200,
    headers: noStore,
    body: {
      access_token: accessToken.text,
      expires_in: accessTokenLifetimeSeconds,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken.text }),
      ...(refreshToken === undefined || refreshToken.expiresAt === null
        ? {}
        : { refresh_token_expires_in: Math.max(0, Math.floor((refreshToken.expiresAt - now) / 1000) - 1) }),
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

const noStore = { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', pragma: 'no-cache' }

export function searchOauthError(status: number, error: string, description: string): HttpResponse {
  return { status, headers: noStore, body: { error, error_description: description } }
}
