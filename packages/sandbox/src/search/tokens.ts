// The token endpoint of the search platform: codes become tokens, refresh tokens become access tokens, and die of many causes.
// https://developers.google.com/identity/protocols/oauth2/web-server

import { createHash } from 'node:crypto'
import type { Answer, Exchange } from '../core/exchange.ts'
import { bodyParameters, clientCredentials } from '../core/parameters.ts'
import { appOf, codeOf, issueToken, killToken, killTokens, rotateToken, tokensOf } from '../oauth/grants.ts'
import { type Grant, grantOf, type RegisteredApp, type Token, tokenOf } from '../oauth/people.ts'
import { identityToken } from './identity.ts'

const dayMs = 86_400_000
const codeLifeMs = 600_000
const accessLifeSeconds = 3_599
/** A refresh token that nobody uses for six months dies. */
const idleLifeMs = 183 * dayMs
const testingLifeSeconds = 7 * 86_400
/** More live refresh tokens than this for one person and one client, and the oldest dies without a word. */
const liveRefreshTokens = 100

export function tokenEndpoint(exchange: Exchange): Answer {
  const form = bodyParameters(exchange)
  const grantType = form.get('grant_type') ?? ''
  const { id, secret } = clientCredentials(exchange, form)
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
    return refuse(400, 'unsupported_grant_type', `Invalid grant_type: ${grantType}`)
  }
  if (id === '') return refuse(400, 'invalid_request', 'Could not determine client ID from request.')
  const app = appOf(exchange.state, 'search', id)
  if (app === undefined) return refuse(401, 'invalid_client', 'The OAuth client was not found.')
  if (secret === '') return refuse(400, 'invalid_request', 'client_secret is missing.')
  if (secret !== app.clientSecret)
    return refuse(401, 'invalid_client', 'The provided client secret is invalid.')
  return grantType === 'refresh_token' ? refresh(exchange, app, form) : exchangeCode(exchange, app, form)
}

function exchangeCode(exchange: Exchange, app: RegisteredApp, form: URLSearchParams): Answer {
  const { state, now } = exchange
  const text = form.get('code') ?? ''
  if (text === '') return refuse(400, 'invalid_request', 'Missing required parameter: code')
  const redirectUri = form.get('redirect_uri') ?? ''
  if (redirectUri === '') return refuse(400, 'invalid_request', 'Missing required parameter: redirect_uri')
  const code = codeOf(state, 'search', text)
  if (code === undefined) return refuse(400, 'invalid_grant', 'Malformed auth code.')
  if (code.clientId !== app.clientId) return refuse(401, 'unauthorized_client', 'Unauthorized')
  if (code.usedAt !== undefined || code.issuedAt + codeLifeMs <= now)
    return refuse(400, 'invalid_grant', 'Bad Request')
  if (code.redirectUri !== redirectUri) return refuse(400, 'redirect_uri_mismatch', 'Bad Request')
  if (code.challenge !== undefined) {
    const verifier = form.get('code_verifier')
    if (verifier === null) return refuse(400, 'invalid_grant', 'Missing code verifier.')
    const proof =
      code.challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
    if (proof !== code.challenge.text) return refuse(400, 'invalid_grant', 'Invalid code verifier.')
  }
  code.usedAt = now
  const grant = state.grants[code.grant]
  if (grant === undefined || grant.death !== undefined) return refuse(400, 'invalid_grant', 'Bad Request')
  const refreshToken = code.offline ? issueRefreshToken(exchange, grant, code.scopes) : undefined
  return tokenAnswer(exchange, grant, code.scopes, refreshToken, code.nonce)
}

function issueRefreshToken(exchange: Exchange, grant: Grant, scopes: readonly string[]): Token {
  const { state, now } = exchange
  const testingEnd = state.switches.search.testing ? now + testingLifeSeconds * 1000 : undefined
  const ends = [testingEnd, grant.endsAt].filter((end) => end !== undefined)
  const issued = issueToken(
    state,
    grant,
    { kind: 'refresh', scopes, expiresAt: ends.length === 0 ? null : Math.min(...ends) },
    now,
  )
  const live = tokensOf(state, grant, 'refresh').filter(
    ({ text }) => refreshStanding(exchange, text) === undefined,
  )
  for (const old of live.slice(0, Math.max(0, live.length - liveRefreshTokens)))
    killToken(old, 'crowded_out', now)
  return issued
}

/** Nothing when the token is good, else why it is not. */
function refreshStanding(exchange: Exchange, text: string): 'unknown' | 'dead' | 'rotated' | undefined {
  const { state, now } = exchange
  const looked = tokenOf(state, text, now)
  if (looked.standing === 'unknown' || looked.token.platform !== 'search' || looked.token.kind !== 'refresh')
    return 'unknown'
  if (looked.standing === 'dead') return looked.reason === 'rotated' ? 'rotated' : 'dead'
  const idle =
    (looked.token.lastUsedAt ?? 0) + idleLifeMs <= now && grantOf(state, looked.token)?.standing !== true
  return looked.standing === 'expired' || idle ? 'dead' : undefined
}

function refresh(exchange: Exchange, app: RegisteredApp, form: URLSearchParams): Answer {
  const { state, now } = exchange
  const text = form.get('refresh_token') ?? ''
  if (text === '') return refuse(400, 'invalid_request', 'Missing required parameter: refresh_token')
  const standing = refreshStanding(exchange, text)
  const old = state.tokens[text]
  const grant = old && grantOf(state, old)
  const over = refuse(400, 'invalid_grant', 'Token has been expired or revoked.')
  if (standing === 'unknown' || old === undefined || grant === undefined) return over
  if (old.clientId !== app.clientId) return refuse(401, 'unauthorized_client', 'Unauthorized')
  if (standing === 'rotated' && state.switches.search.rotation) {
    killTokens(state, grant, 'revoked', now)
    exchange.effect('family_killed', grant.id, { person: grant.person })
  }
  if (standing !== undefined) return over
  if (grant.reauthentication !== undefined) {
    return {
      ...refuse(400, 'invalid_grant', `reauth related error (${grant.reauthentication})`),
      body: {
        error: 'invalid_grant',
        error_description: `reauth related error (${grant.reauthentication})`,
        error_uri: 'https://support.google.com/a/answer/9368756',
        error_subtype: grant.reauthentication,
      },
    }
  }
  old.lastUsedAt = now
  if (!state.switches.search.rotation) return tokenAnswer(exchange, grant, old.scopes)
  return tokenAnswer(exchange, grant, old.scopes, rotateToken(state, grant, old, now))
}

function tokenAnswer(
  exchange: Exchange,
  grant: Grant,
  scopes: readonly string[],
  refreshToken?: Token,
  nonce?: string,
): Answer {
  const { state, now } = exchange
  const access = issueToken(
    state,
    grant,
    { kind: 'access', scopes, expiresAt: now + accessLifeSeconds * 1000 },
    now,
  )
  const person = state.people[grant.person]
  exchange.effect('token', grant.id, { kind: 'access', refreshToken: refreshToken !== undefined })
  return {
    status: 200,
    headers: noStore,
    body: {
      access_token: access.text,
      expires_in: accessLifeSeconds,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken.text }),
      ...(refreshToken === undefined || refreshToken.expiresAt === null
        ? {}
        : { refresh_token_expires_in: Math.max(0, Math.floor((refreshToken.expiresAt - now) / 1000) - 1) }),
      scope: scopes.join(' '),
      token_type: 'Bearer',
      ...(person !== undefined && scopes.includes('openid')
        ? {
            id_token: identityToken(exchange, {
              person,
              clientId: grant.clientId,
              scopes,
              accessToken: access.text,
              ...(nonce === undefined ? {} : { nonce }),
            }),
          }
        : {}),
    },
  }
}

const noStore = { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', pragma: 'no-cache' }

export function refuse(status: number, error: string, description: string): Answer {
  return { status, headers: noStore, body: { error, error_description: description } }
}
