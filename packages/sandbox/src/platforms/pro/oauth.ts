// The OAuth endpoints and the user info of the professional network.

import type { Call, Exchange, HttpResponse } from '../../core/exchange.ts'
import { parseBodyParameters, readClientCredentials } from '../../core/parameters.ts'
import { oauthFailureResponse } from '../../oauth/failure.ts'
import { findApp, findCode, invalidateTokens, issueToken, rotateToken } from '../../oauth/grants.ts'
import { findGrant, type Grant, lookUpToken, type RegisteredApp, type Token } from '../../oauth/people.ts'
import { authenticatePro } from './authenticate.ts'
import { authorizePro } from './authorization.ts'
import { proError, proErrorResponse } from './errors.ts'
import { proOAuth } from './oauthProfile.ts'

const codeLifetimeMs = 30 * 60_000
const accessTokenLifetimeSeconds = 5_184_000
/** The lifetime starts at the consent. A refresh does not extend it. */
const refreshTokenLifetimeSeconds = 31_536_000

function handleTokenRequest(exchange: Exchange): HttpResponse {
  const form = parseBodyParameters(exchange)
  const grantType = form.get('grant_type')
  if (grantType === null) return missingParameter('grant_type')
  const { id, secret } = readClientCredentials(exchange, form)
  if (id === '') return missingParameter('client_id')
  if (secret === '') return missingParameter('client_secret')
  const app = findApp(exchange.state, 'pro', id)
  if (app === undefined || app.clientSecret !== secret) {
    return oauthError(401, 'invalid_client', 'Client authentication failed')
  }
  if (grantType === 'authorization_code') return exchangeCode(exchange, app, form)
  if (grantType === 'refresh_token') return refreshAccessToken(exchange, app, form)
  return oauthError(400, 'unsupported_grant_type', `The grant type "${grantType}" is not supported`)
}

function exchangeCode(exchange: Exchange, app: RegisteredApp, form: URLSearchParams): HttpResponse {
  const { state, now } = exchange
  const codeText = form.get('code') ?? ''
  if (codeText === '') return missingParameter('code')
  const redirectUri = form.get('redirect_uri') ?? ''
  if (redirectUri === '') return missingParameter('redirect_uri')
  const code = findCode(state, 'pro', codeText)
  const grant = code && state.grants[code.grant]
  const isUnusable =
    code === undefined || code.usedAt !== undefined || grant === undefined || grant.death !== undefined
  if (isUnusable) {
    return oauthError(400, 'invalid_request', 'Unable to retrieve access token: authorization code not found')
  }
  if (
    code.clientId !== app.clientId ||
    code.redirectUri !== redirectUri ||
    code.issuedAt + codeLifetimeMs <= now
  ) {
    return oauthError(
      400,
      'invalid_redirect_uri',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
    )
  }
  code.usedAt = now
  const refreshToken = state.switches.pro.refreshTokens
    ? issueToken(
        state,
        proOAuth,
        grant,
        {
          kind: 'refresh',
          scopes: code.scopes,
          expiresAt: code.issuedAt + refreshTokenLifetimeSeconds * 1000,
        },
        now,
      )
    : undefined
  return tokenResponse(exchange, grant, code.scopes, refreshToken)
}

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens */
function refreshAccessToken(exchange: Exchange, app: RegisteredApp, form: URLSearchParams): HttpResponse {
  const { state, now } = exchange
  const tokenText = form.get('refresh_token') ?? ''
  if (tokenText === '') return missingParameter('refresh_token')
  const tokenLookup = lookUpToken(state, tokenText, now)
  const invalidGrantResponse = oauthError(
    400,
    'invalid_request',
    'The provided authorization grant or refresh token is invalid, expired or revoked',
  )
  if (tokenLookup.status === 'unknown') return invalidGrantResponse
  const refreshToken = tokenLookup.token
  const grant = findGrant(state, refreshToken)
  if (
    refreshToken.kind !== 'refresh' ||
    refreshToken.platform !== 'pro' ||
    refreshToken.clientId !== app.clientId ||
    grant === undefined
  )
    return invalidGrantResponse
  if (tokenLookup.status === 'dead' && tokenLookup.reason === 'rotated' && state.switches.pro.rotation) {
    invalidateTokens(state, grant, 'revoked', now)
    exchange.effect('family_killed', grant.id, { person: grant.person })
  }
  if (tokenLookup.status !== 'live' || !state.switches.pro.refreshTokens) return invalidGrantResponse
  refreshToken.lastUsedAt = now
  if (!state.switches.pro.rotation) return tokenResponse(exchange, grant, refreshToken.scopes, refreshToken)
  return tokenResponse(
    exchange,
    grant,
    refreshToken.scopes,
    rotateToken(state, proOAuth, grant, refreshToken, now),
  )
}

function tokenResponse(
  exchange: Exchange,
  grant: Grant,
  scopes: readonly string[],
  refreshToken?: Token,
): HttpResponse {
  const { state, now } = exchange
  const fullExpiry = now + accessTokenLifetimeSeconds * 1000
  // An access token never outlives its refresh token.
  const expiresAt = Math.min(fullExpiry, refreshToken?.expiresAt ?? fullExpiry)
  const accessToken = issueToken(state, proOAuth, grant, { kind: 'access', scopes, expiresAt }, now)
  exchange.effect('token', grant.id, { kind: 'access', refreshToken: refreshToken !== undefined })
  const remainingSeconds = (expiry: number) => Math.max(0, Math.floor((expiry - now) / 1000) - 1)
  return {
    status: 200,
    headers: noStore,
    body: {
      access_token: accessToken.text,
      expires_in: remainingSeconds(expiresAt),
      ...(refreshToken === undefined
        ? {}
        : {
            refresh_token: refreshToken.text,
            refresh_token_expires_in: remainingSeconds(refreshToken.expiresAt ?? now),
          }),
      scope: [...scopes].sort().join(','),
      token_type: 'Bearer',
    },
  }
}

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/token-introspection */
function introspect(exchange: Exchange): HttpResponse {
  const { state, now } = exchange
  const form = parseBodyParameters(exchange)
  const { id, secret } = readClientCredentials(exchange, form)
  if (id === '') return missingParameter('client_id')
  const tokenText = form.get('token') ?? ''
  if (tokenText === '') return missingParameter('token')
  const app = findApp(state, 'pro', id)
  if (app === undefined) return oauthError(400, 'invalid_client_id', 'The passed in client_id is invalid')
  if (app.clientSecret !== secret) return oauthError(401, 'invalid_client', 'Client authentication failed')
  const tokenLookup = lookUpToken(state, tokenText, now)
  if (tokenLookup.status === 'unknown' || tokenLookup.token.platform !== 'pro') {
    return oauthError(400, 'invalid_request', 'The passed in token is invalid')
  }
  const { token } = tokenLookup
  if (token.clientId !== app.clientId) return { status: 200, headers: noStore, body: { active: false } }
  const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
  const status = { live: 'active', expired: 'expired', dead: 'revoked' }[tokenLookup.status]
  return {
    status: 200,
    headers: noStore,
    body: {
      active: tokenLookup.status === 'live',
      status,
      auth_type: '3L',
      authorized_at: toSeconds(findGrant(state, token)?.consentedAt ?? token.issuedAt),
      created_at: toSeconds(token.issuedAt),
      expires_at: toSeconds(token.expiresAt ?? now),
      scope: [...token.scopes].sort().join(','),
      client_id: token.clientId,
    },
  }
}

function userInfo(exchange: Exchange): HttpResponse {
  const authentication = authenticatePro(exchange)
  if ('refusal' in authentication) return authentication.refusal
  const { person, scopes } = authentication.caller
  if (person === undefined || !scopes.includes('openid')) {
    return proErrorResponse(
      exchange,
      proError('ACCESS_DENIED', 'Not enough permissions to access: userinfo.GET.NO_VERSION'),
    )
  }
  const [language = 'en', country = 'US'] = person.locale.split('_')
  return {
    status: 200,
    body: {
      sub: person.ids.pro,
      ...(scopes.includes('profile')
        ? {
            name: person.name,
            given_name: person.givenName,
            family_name: person.familyName,
            picture: `${exchange.origin}/_media/image/${person.key}-100x100.jpg`,
            locale: { country, language },
          }
        : {}),
      ...(scopes.includes('email') ? { email: person.email, email_verified: true } : {}),
    },
  }
}

const noStore = { 'cache-control': 'no-store' }

function oauthError(status: number, error: string, description: string): HttpResponse {
  return { status, headers: noStore, body: { error, error_description: description } }
}

const missingParameter = (parameter: string) =>
  oauthError(400, 'invalid_request', `A required parameter "${parameter}" is missing`)

const authenticationPage = 'https://learn.microsoft.com/en-us/linkedin/shared/authentication'

export const proOauthCalls: readonly Call[] = [
  {
    name: 'oauth.authorization',
    methods: ['GET', 'POST'],
    path: /^\/oauth\/v2\/authorization\/?$/,
    docsUrl: `${authenticationPage}/authorization-code-flow`,
    respond: authorizePro,
  },
  {
    name: 'oauth.accessToken',
    methods: ['POST'],
    path: /^\/oauth\/v2\/accessToken\/?$/,
    docsUrl: `${authenticationPage}/authorization-code-flow`,
    respond: handleTokenRequest,
    respondFailure: oauthFailureResponse,
  },
  {
    name: 'oauth.introspectToken',
    methods: ['POST'],
    path: /^\/oauth\/v2\/introspectToken\/?$/,
    docsUrl: `${authenticationPage}/token-introspection`,
    respond: introspect,
    respondFailure: oauthFailureResponse,
  },
  {
    name: 'oauth.userinfo',
    methods: ['GET'],
    path: /^\/v2\/userinfo\/?$/,
    docsUrl:
      'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
    respond: userInfo,
  },
]
