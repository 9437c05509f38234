// The OAuth endpoints and the user info of the professional network.

import type { Call, Exchange, HttpResponse } from '../../core/exchange.ts'
import { parseBodyParameters } from '../../core/parameters.ts'
import { oauthFailureResponse } from '../../oauth/failure.ts'
import { findGrant, lookUpToken } from '../../oauth/people.ts'
import { authenticateClient } from '../../oauth/tokenEndpoint.ts'
import { authenticatePro } from './authenticate.ts'
import { authorizePro } from './authorization.ts'
import { proError, proErrorResponse } from './errors.ts'
import { proOAuth } from './oauthProfile.ts'
import {
  clientAuthenticationFailed,
  missingProParameter,
  noStore,
  proOAuthError,
  respondWithProTokens,
} from './tokenEndpoint.ts'

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/token-introspection */
function introspect(exchange: Exchange): HttpResponse {
  const { state, now } = exchange
  const parameters = parseBodyParameters(exchange)
  const tokenText = parameters.get('token') ?? ''
  const client = authenticateClient({ exchange, parameters }, proOAuth, [
    ['missing_client_id', () => missingProParameter('client_id')],
    [() => tokenText === '', () => missingProParameter('token')],
    ['unknown_client', () => proOAuthError(400, 'invalid_client_id', 'The passed in client_id is invalid')],
    ['wrong_client_secret', () => clientAuthenticationFailed],
  ])
  if ('refusal' in client) return client.refusal
  const tokenLookup = lookUpToken(state, tokenText, now)
  if (tokenLookup.status === 'unknown' || tokenLookup.token.platform !== 'pro') {
    return proOAuthError(400, 'invalid_request', 'The passed in token is invalid')
  }
  const { token } = tokenLookup
  if (token.clientId !== client.app.clientId)
    return { status: 200, headers: noStore, body: { active: false } }
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
    respond: respondWithProTokens,
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
