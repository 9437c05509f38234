// Consent, tokens and identity of the search platform.

import type { Answer, Call, Exchange } from '../core/exchange.ts'
import { allParameters, authorizationOf } from '../core/parameters.ts'
import { oauthFailure } from '../oauth/failure.ts'
import { appOf, killGrant } from '../oauth/grants.ts'
import { type Caller, grantOf, tokenOf } from '../oauth/people.ts'
import { grantedScopes } from '../oauth/withheld.ts'
import { authorize } from './authorize.ts'
import { certificates, issuer, profileClaims, publicKeys, verifiedClaims } from './identity.ts'
import { refuse, tokenEndpoint } from './tokens.ts'

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
  const scopes = grantedScopes(state, 'search', token.person, token.scopes)
  return { caller: { person, app, kind: token.kind, scopes, token } }
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
    answer: tokenEndpoint,
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
