// Consent, tokens and identity of the professional network.

import type { Answer, Call, Exchange } from '../core/exchange.ts'
import { bodyParameters, clientCredentials } from '../core/parameters.ts'
import { oauthFailure } from '../oauth/failure.ts'
import { appOf, codeOf, issueToken, killTokens, rotateToken } from '../oauth/grants.ts'
import { type Grant, grantOf, type RegisteredApp, type Token, tokenOf } from '../oauth/people.ts'
import { authenticatePro } from './authenticate.ts'
import { authorization } from './authorization.ts'
import { refusal, refused } from './errors.ts'

const codeLifeMs = 30 * 60_000
const accessLifeSeconds = 5_184_000
/** From the consent; refreshing does not extend it. */
const refreshLifeSeconds = 31_536_000

function accessToken(exchange: Exchange): Answer {
  const form = bodyParameters(exchange)
  const grantType = form.get('grant_type')
  if (grantType === null) return missing('grant_type')
  const { id, secret } = clientCredentials(exchange, form)
  if (id === '') return missing('client_id')
  if (secret === '') return missing('client_secret')
  const app = appOf(exchange.state, 'pro', id)
  if (app === undefined || app.clientSecret !== secret) {
    return oauthRefusal(401, 'invalid_client', 'Client authentication failed')
  }
  if (grantType === 'authorization_code') return exchangeCode(exchange, app, form)
  if (grantType === 'refresh_token') return refresh(exchange, app, form)
  return oauthRefusal(400, 'unsupported_grant_type', `The grant type "${grantType}" is not supported`)
}

function exchangeCode(exchange: Exchange, app: RegisteredApp, form: URLSearchParams): Answer {
  const { state, now } = exchange
  const text = form.get('code') ?? ''
  if (text === '') return missing('code')
  const redirectUri = form.get('redirect_uri') ?? ''
  if (redirectUri === '') return missing('redirect_uri')
  const code = codeOf(state, 'pro', text)
  const grant = code && state.grants[code.grant]
  const lost =
    code === undefined || code.usedAt !== undefined || grant === undefined || grant.death !== undefined
  if (lost) {
    return oauthRefusal(
      400,
      'invalid_request',
      'Unable to retrieve access token: authorization code not found',
    )
  }
  if (
    code.clientId !== app.clientId ||
    code.redirectUri !== redirectUri ||
    code.issuedAt + codeLifeMs <= now
  ) {
    return oauthRefusal(
      400,
      'invalid_redirect_uri',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
    )
  }
  code.usedAt = now
  const refreshToken = state.switches.pro.refreshTokens
    ? issueToken(
        state,
        grant,
        { kind: 'refresh', scopes: code.scopes, expiresAt: code.issuedAt + refreshLifeSeconds * 1000 },
        now,
      )
    : undefined
  return tokenAnswer(exchange, grant, code.scopes, refreshToken)
}

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens */
function refresh(exchange: Exchange, app: RegisteredApp, form: URLSearchParams): Answer {
  const { state, now } = exchange
  const text = form.get('refresh_token') ?? ''
  if (text === '') return missing('refresh_token')
  const looked = tokenOf(state, text, now)
  const over = oauthRefusal(
    400,
    'invalid_request',
    'The provided authorization grant or refresh token is invalid, expired or revoked',
  )
  if (looked.standing === 'unknown') return over
  const old = looked.token
  const grant = grantOf(state, old)
  if (
    old.kind !== 'refresh' ||
    old.platform !== 'pro' ||
    old.clientId !== app.clientId ||
    grant === undefined
  )
    return over
  if (looked.standing === 'dead' && looked.reason === 'rotated' && state.switches.pro.rotation) {
    killTokens(state, grant, 'revoked', now)
    exchange.effect('family_killed', grant.id, { person: grant.person })
  }
  if (looked.standing !== 'live' || !state.switches.pro.refreshTokens) return over
  old.lastUsedAt = now
  if (!state.switches.pro.rotation) return tokenAnswer(exchange, grant, old.scopes, old)
  return tokenAnswer(exchange, grant, old.scopes, rotateToken(state, grant, old, now))
}

function tokenAnswer(
  exchange: Exchange,
  grant: Grant,
  scopes: readonly string[],
  refreshToken?: Token,
): Answer {
  const { state, now } = exchange
  const full = now + accessLifeSeconds * 1000
  // An access token never outlives the refresh token it comes from.
  const expiresAt = Math.min(full, refreshToken?.expiresAt ?? full)
  const access = issueToken(state, grant, { kind: 'access', scopes, expiresAt }, now)
  exchange.effect('token', grant.id, { kind: 'access', refreshToken: refreshToken !== undefined })
  const left = (end: number) => Math.max(0, Math.floor((end - now) / 1000) - 1)
  return {
    status: 200,
    headers: noStore,
    body: {
      access_token: access.text,
      expires_in: left(expiresAt),
      ...(refreshToken === undefined
        ? {}
        : {
            refresh_token: refreshToken.text,
            refresh_token_expires_in: left(refreshToken.expiresAt ?? now),
          }),
      scope: [...scopes].sort().join(','),
      token_type: 'Bearer',
    },
  }
}

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/token-introspection */
function introspect(exchange: Exchange): Answer {
  const { state, now } = exchange
  const form = bodyParameters(exchange)
  const { id, secret } = clientCredentials(exchange, form)
  if (id === '') return missing('client_id')
  const text = form.get('token') ?? ''
  if (text === '') return missing('token')
  const app = appOf(state, 'pro', id)
  if (app === undefined) return oauthRefusal(400, 'invalid_client_id', 'The passed in client_id is invalid')
  if (app.clientSecret !== secret) return oauthRefusal(401, 'invalid_client', 'Client authentication failed')
  const looked = tokenOf(state, text, now)
  if (looked.standing === 'unknown' || looked.token.platform !== 'pro') {
    return oauthRefusal(400, 'invalid_request', 'The passed in token is invalid')
  }
  const { token } = looked
  if (token.clientId !== app.clientId) return { status: 200, headers: noStore, body: { active: false } }
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
  const status = { live: 'active', expired: 'expired', dead: 'revoked' }[looked.standing]
  return {
    status: 200,
    headers: noStore,
    body: {
      active: looked.standing === 'live',
      status,
      auth_type: '3L',
      authorized_at: seconds(grantOf(state, token)?.consentedAt ?? token.issuedAt),
      created_at: seconds(token.issuedAt),
      expires_at: seconds(token.expiresAt ?? now),
      scope: [...token.scopes].sort().join(','),
      client_id: token.clientId,
    },
  }
}

function userInfo(exchange: Exchange): Answer {
  const authentication = authenticatePro(exchange)
  if ('refusal' in authentication) return authentication.refusal
  const { person, scopes } = authentication.caller
  if (person === undefined || !scopes.includes('openid')) {
    return refused(
      exchange,
      refusal('ACCESS_DENIED', 'Not enough permissions to access: userinfo.GET.NO_VERSION'),
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

function oauthRefusal(status: number, error: string, description: string): Answer {
  return { status, headers: noStore, body: { error, error_description: description } }
}

const missing = (parameter: string) =>
  oauthRefusal(400, 'invalid_request', `A required parameter "${parameter}" is missing`)

const authenticationPage = 'https://learn.microsoft.com/en-us/linkedin/shared/authentication'

export const proOauthCalls: readonly Call[] = [
  {
    name: 'oauth.authorization',
    methods: ['GET', 'POST'],
    path: /^\/oauth\/v2\/authorization\/?$/,
    source: `${authenticationPage}/authorization-code-flow`,
    answer: authorization,
  },
  {
    name: 'oauth.accessToken',
    methods: ['POST'],
    path: /^\/oauth\/v2\/accessToken\/?$/,
    source: `${authenticationPage}/authorization-code-flow`,
    answer: accessToken,
    failure: oauthFailure,
  },
  {
    name: 'oauth.introspectToken',
    methods: ['POST'],
    path: /^\/oauth\/v2\/introspectToken\/?$/,
    source: `${authenticationPage}/token-introspection`,
    answer: introspect,
    failure: oauthFailure,
  },
  {
    name: 'oauth.userinfo',
    methods: ['GET'],
    path: /^\/v2\/userinfo\/?$/,
    source:
      'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
    answer: userInfo,
  },
]
