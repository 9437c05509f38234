// Consent, tokens and identity of the search platform.

import { createHash } from 'node:crypto'
import type { Answer, Call, Exchange } from '../exchange.ts'
import { appOf, codeOf, issueToken, killGrant, killToken, killTokens, tokensOf } from '../grants.ts'
import { oauthFailure } from '../oauth.ts'
import { allParameters, authorizationOf, bodyParameters, clientCredentials } from '../parameters.ts'
import { type Caller, type Grant, grantOf, type RegisteredApp, type Token, tokenOf } from '../people.ts'
import { authorize } from './authorize.ts'
import { certificates, identityToken, issuer, profileClaims, publicKeys, verifiedClaims } from './identity.ts'

const dayMs = 86_400_000
const codeLifeMs = 600_000
const accessLifeSeconds = 3_599
/** A refresh token that nobody uses for six months dies. */
const idleLifeMs = 183 * dayMs
const testingLifeSeconds = 7 * 86_400
/** More live refresh tokens than this for one person and one client, and the oldest dies without a word. */
const liveRefreshTokens = 100

/** Why a token was refused; the search platform itself words the answer, with a failure detail. */
export type SearchRefusal = 'missing' | 'invalid' | 'expired' | 'revoked' | 'scope'

const adsScope = 'https://www.googleapis.com/auth/adwords'

export function authenticateSearch(
  exchange: Exchange,
): { readonly caller: Caller } | { readonly refused: SearchRefusal } {
  const text = authorizationOf(exchange, 'Bearer') ?? exchange.query.get('access_token') ?? ''
  if (text === '') return { refused: 'missing' }
  const found = accessCaller(exchange, text)
  if ('refused' in found) return found
  return found.caller.scopes.includes(adsScope) ? found : { refused: 'scope' }
}

function accessCaller(exchange: Exchange, text: string): { caller: Caller } | { refused: SearchRefusal } {
  const { state, now } = exchange
  const looked = tokenOf(state, text, now)
  if (looked.standing === 'unknown') return { refused: 'invalid' }
  const { token } = looked
  if (token.platform !== 'search' || token.kind !== 'access') return { refused: 'invalid' }
  if (looked.standing === 'dead') return { refused: 'revoked' }
  const app = appOf(state, 'search', token.clientId)
  const person = state.people[token.person]
  if (looked.standing === 'expired') return { refused: 'expired' }
  if (app === undefined || person === undefined) return { refused: 'invalid' }
  return { caller: { person, app, kind: token.kind, scopes: token.scopes, token } }
}

function token(exchange: Exchange): Answer {
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
  killToken(old, 'rotated', now)
  const next = issueToken(
    state,
    grant,
    { kind: 'refresh', scopes: old.scopes, expiresAt: old.expiresAt },
    now,
  )
  return tokenAnswer(exchange, grant, old.scopes, next)
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

/** Every value is text. */
function tokenInfo(exchange: Exchange): Answer {
  const { now, state } = exchange
  const parameters = allParameters(exchange)
  const identity = parameters.get('id_token')
  if (identity !== null) {
    const claims = verifiedClaims(identity, now)
    if (claims === undefined) return refuse(400, 'invalid_token', 'Invalid Value')
    return {
      status: 200,
      body: Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)])),
    }
  }
  const text = parameters.get('access_token') ?? authorizationOf(exchange, 'Bearer') ?? ''
  const found = accessCaller(exchange, text)
  if ('refused' in found) return refuse(400, 'invalid_token', 'Invalid Value')
  const { token: access, person, scopes } = found.caller
  const end = access.expiresAt ?? now
  const grant = state.grants[access.grant]
  const email = scopes.includes('https://www.googleapis.com/auth/userinfo.email')
  return {
    status: 200,
    body: {
      azp: access.clientId,
      aud: access.clientId,
      ...(scopes.includes('openid') ? { sub: person?.ids.search } : {}),
      scope: scopes.join(' '),
      exp: String(Math.floor(end / 1000)),
      expires_in: String(Math.floor((end - now) / 1000)),
      ...(email ? { email: person?.email, email_verified: 'true' } : {}),
      access_type: (grant?.tokens.refresh?.length ?? 0) > 0 ? 'offline' : 'online',
    },
  }
}

/** Either token ends everything the person granted to the project. */
function revoke(exchange: Exchange): Answer {
  const { state, now } = exchange
  const text = allParameters(exchange).get('token') ?? ''
  if (text === '') return refuse(400, 'invalid_request', 'Missing required parameter: token')
  const looked = tokenOf(state, text, now)
  const grant =
    looked.standing === 'live' && looked.token.platform === 'search'
      ? grantOf(state, looked.token)
      : undefined
  if (grant === undefined) return refuse(400, 'invalid_token', 'Token expired or revoked')
  killGrant(grant, 'removed', now)
  exchange.effect('grant_removed', grant.id, { person: grant.person })
  return { status: 200, body: {} }
}

function userInfo(exchange: Exchange): Answer {
  const text = authorizationOf(exchange, 'Bearer') ?? exchange.query.get('access_token') ?? ''
  const found = accessCaller(exchange, text)
  const scoped =
    'caller' in found && found.caller.scopes.some((scope) => scope === 'openid' || scope.includes('userinfo'))
  if ('refused' in found || !scoped || found.caller.person === undefined) {
    return {
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
      body: { error: 'invalid_request', error_description: 'Invalid Credentials' },
    }
  }
  return { status: 200, body: profileClaims(exchange, found.caller.person, found.caller.scopes) }
}

function discovery({ origin }: Exchange): Answer {
  return {
    status: 200,
    body: {
      issuer,
      authorization_endpoint: `${origin}/o/oauth2/v2/auth`,
      token_endpoint: `${origin}/token`,
      userinfo_endpoint: `${origin}/v1/userinfo`,
      revocation_endpoint: `${origin}/revoke`,
      jwks_uri: `${origin}/oauth2/v3/certs`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      claims_supported: [
        'aud',
        'email',
        'email_verified',
        'exp',
        'family_name',
        'given_name',
        'iat',
        'iss',
        'name',
        'picture',
        'sub',
      ],
      code_challenge_methods_supported: ['plain', 'S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
    },
  }
}

const noStore = { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', pragma: 'no-cache' }

function refuse(status: number, error: string, description: string): Answer {
  return { status, headers: noStore, body: { error, error_description: description } }
}

const webServerPage = 'https://developers.google.com/identity/protocols/oauth2/web-server'
const openIdPage = 'https://developers.google.com/identity/openid-connect/openid-connect'

export const searchOauthCalls: readonly Call[] = [
  {
    name: 'oauth.authorize',
    methods: ['GET', 'POST'],
    path: /^\/o\/oauth2\/(v2\/)?auth$/,
    source: webServerPage,
    answer: authorize,
  },
  {
    name: 'oauth.token',
    methods: ['POST'],
    path: /^\/token$/,
    source: webServerPage,
    answer: token,
    failure: oauthFailure,
  },
  {
    name: 'oauth.tokeninfo',
    methods: ['GET', 'POST'],
    path: /^\/(oauth2\/v3\/)?tokeninfo$/,
    source: openIdPage,
    answer: tokenInfo,
    failure: oauthFailure,
  },
  {
    name: 'oauth.revoke',
    methods: ['GET', 'POST'],
    path: /^\/revoke$/,
    source: webServerPage,
    answer: revoke,
    failure: oauthFailure,
  },
  {
    name: 'oauth.userinfo',
    methods: ['GET', 'POST'],
    path: /^\/(v1|oauth2\/v3)\/userinfo$/,
    source: openIdPage,
    answer: userInfo,
    failure: oauthFailure,
  },
  {
    name: 'oauth.keys',
    methods: ['GET'],
    path: /^\/oauth2\/v3\/certs$/,
    source: openIdPage,
    answer: () => ({ status: 200, body: publicKeys() }),
  },
  {
    name: 'oauth.certificates',
    methods: ['GET'],
    path: /^\/oauth2\/v1\/certs$/,
    source: openIdPage,
    answer: () => ({ status: 200, body: certificates() }),
  },
  {
    name: 'oauth.discovery',
    methods: ['GET'],
    path: /^\/\.well-known\/openid-configuration$/,
    source: openIdPage,
    answer: discovery,
  },
]
