// The OAuth and OpenID Connect endpoints of the search platform.

import type { Call, Exchange, HttpResponse } from '../../core/exchange.ts'
import { parseAllParameters, readAuthorization } from '../../core/parameters.ts'
import { checkToken } from '../../oauth/authentication.ts'
import { oauthFailureResponse } from '../../oauth/failure.ts'
import { invalidateGrant } from '../../oauth/grants.ts'
import { type Caller, findGrant, lookUpToken } from '../../oauth/people.ts'
import { removeWithheldScopes } from '../../oauth/withheld.ts'
import { authorizeSearch } from './authorize.ts'
import { certificates, issuer, profileClaims, publicKeys, verifyIdToken } from './idToken.ts'
import { respondWithSearchTokens, searchOAuthError } from './tokenEndpoint.ts'

/** Why a token was rejected. The search platform words the response itself, with a failure detail. */
export type SearchTokenRejection = 'missing' | 'invalid' | 'expired' | 'revoked' | 'scope'

const adsScope = 'https://www.googleapis.com/auth/adwords'

export function authenticateSearch(
  exchange: Exchange,
): { readonly caller: Caller } | { readonly rejection: SearchTokenRejection } {
  const tokenText = readAuthorization(exchange, 'Bearer') ?? exchange.query.get('access_token') ?? ''
  if (tokenText === '') return { rejection: 'missing' }
  const authentication = authenticateToken(exchange, tokenText)
  if ('rejection' in authentication) return authentication
  return authentication.caller.scopes.includes(adsScope) ? authentication : { rejection: 'scope' }
}

function authenticateToken(
  exchange: Exchange,
  tokenText: string,
): { caller: Caller } | { rejection: SearchTokenRejection } {
  const check = checkToken(exchange, 'search', tokenText)
  if (check.status === 'unknown' || check.token.kind !== 'access') return { rejection: 'invalid' }
  if (check.status === 'dead') return { rejection: 'revoked' }
  if (check.status === 'expired') return { rejection: 'expired' }
  const { token, app, person } = check
  const scopes = removeWithheldScopes(exchange.state, 'search', token.person, token.scopes)
  return { caller: { person, app, kind: token.kind, scopes, token } }
}

/** The endpoint returns every value as text. */
function tokenInfo(exchange: Exchange): HttpResponse {
  const { now, state } = exchange
  const parameters = parseAllParameters(exchange)
  const idToken = parameters.get('id_token')
  if (idToken !== null) {
    const claims = verifyIdToken(idToken, now)
    if (claims === undefined) return searchOAuthError(400, 'invalid_token', 'Invalid Value')
    return {
      status: 200,
      body: Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)])),
    }
  }
  const tokenText = parameters.get('access_token') ?? readAuthorization(exchange, 'Bearer') ?? ''
  const authentication = authenticateToken(exchange, tokenText)
  if ('rejection' in authentication) return searchOAuthError(400, 'invalid_token', 'Invalid Value')
  const { token: accessToken, person, scopes } = authentication.caller
  const expiresAt = accessToken.expiresAt ?? now
  const grant = state.grants[accessToken.grant]
  const hasEmailScope = scopes.includes('https://www.googleapis.com/auth/userinfo.email')
  return {
    status: 200,
    body: {
      azp: accessToken.clientId,
      aud: accessToken.clientId,
      ...(scopes.includes('openid') ? { sub: person?.ids.search } : {}),
      scope: scopes.join(' '),
      exp: String(Math.floor(expiresAt / 1000)),
      expires_in: String(Math.floor((expiresAt - now) / 1000)),
      ...(hasEmailScope ? { email: person?.email, email_verified: 'true' } : {}),
      access_type: (grant?.tokens.refresh?.length ?? 0) > 0 ? 'offline' : 'online',
    },
  }
}

/** Revoking the access token or the refresh token revokes the whole grant of the person to the project. */
function revoke(exchange: Exchange): HttpResponse {
  const { state, now } = exchange
  const tokenText = parseAllParameters(exchange).get('token') ?? ''
  if (tokenText === '') return searchOAuthError(400, 'invalid_request', 'Missing required parameter: token')
  const tokenLookup = lookUpToken(state, tokenText, now)
  const grant =
    tokenLookup.status === 'live' && tokenLookup.token.platform === 'search'
      ? findGrant(state, tokenLookup.token)
      : undefined
  if (grant === undefined) return searchOAuthError(400, 'invalid_token', 'Token expired or revoked')
  invalidateGrant(grant, 'removed', now)
  exchange.effect('grant_removed', grant.id, { person: grant.person })
  return { status: 200, body: {} }
}

function userInfo(exchange: Exchange): HttpResponse {
  const tokenText = readAuthorization(exchange, 'Bearer') ?? exchange.query.get('access_token') ?? ''
  const authentication = authenticateToken(exchange, tokenText)
  const hasProfileScope =
    'caller' in authentication &&
    authentication.caller.scopes.some((scope) => scope === 'openid' || scope.includes('userinfo'))
  if ('rejection' in authentication || !hasProfileScope || authentication.caller.person === undefined) {
    return {
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
      body: { error: 'invalid_request', error_description: 'Invalid Credentials' },
    }
  }
  return {
    status: 200,
    body: profileClaims(exchange, authentication.caller.person, authentication.caller.scopes),
  }
}

function discovery({ origin }: Exchange): HttpResponse {
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

const webServerPage = 'https://developers.google.com/identity/protocols/oauth2/web-server'
const openIdPage = 'https://developers.google.com/identity/openid-connect/openid-connect'

export const searchOauthCalls: readonly Call[] = [
  {
    name: 'oauth.authorize',
    methods: ['GET', 'POST'],
    path: /^\/o\/oauth2\/(v2\/)?auth$/,
    docsUrl: webServerPage,
    respond: authorizeSearch,
  },
  {
    name: 'oauth.token',
    methods: ['POST'],
    path: /^\/token$/,
    docsUrl: webServerPage,
    respond: respondWithSearchTokens,
    respondFailure: oauthFailureResponse,
  },
  {
    name: 'oauth.tokeninfo',
    methods: ['GET', 'POST'],
    path: /^\/(oauth2\/v3\/)?tokeninfo$/,
    docsUrl: openIdPage,
    respond: tokenInfo,
    respondFailure: oauthFailureResponse,
  },
  {
    name: 'oauth.revoke',
    methods: ['GET', 'POST'],
    path: /^\/revoke$/,
    docsUrl: webServerPage,
    respond: revoke,
    respondFailure: oauthFailureResponse,
  },
  {
    name: 'oauth.userinfo',
    methods: ['GET', 'POST'],
    path: /^\/(v1|oauth2\/v3)\/userinfo$/,
    docsUrl: openIdPage,
    respond: userInfo,
    respondFailure: oauthFailureResponse,
  },
  {
    name: 'oauth.keys',
    methods: ['GET'],
    path: /^\/oauth2\/v3\/certs$/,
    docsUrl: openIdPage,
    respond: () => ({ status: 200, body: publicKeys() }),
  },
  {
    name: 'oauth.certificates',
    methods: ['GET'],
    path: /^\/oauth2\/v1\/certs$/,
    docsUrl: openIdPage,
    respond: () => ({ status: 200, body: certificates() }),
  },
  {
    name: 'oauth.discovery',
    methods: ['GET'],
    path: /^\/\.well-known\/openid-configuration$/,
    docsUrl: openIdPage,
    respond: discovery,
  },
]
