// The consent page and the token endpoint of Town Board: authorization codes and refresh tokens (RFC 6749).

import type { Call, Exchange, HttpResponse } from '../../core/exchange.ts'
import { parseBodyParameters, readClientCredentials } from '../../core/parameters.ts'
import { errorPage, readConsent, readOAuthClient, redirectBack } from '../../oauth/consent.ts'
import { oauthFailureResponse } from '../../oauth/failure.ts'
import { createGrant, findApp, findCode, issueCode, issueToken } from '../../oauth/grants.ts'
import { findGrant, type Grant, lookUpToken, type Token } from '../../oauth/people.ts'
import { townOAuth } from './oauthProfile.ts'

const docsUrl = 'https://town-board.example/docs/oauth'
const accessTokenLifetimeSeconds = 3600

function authorize(exchange: Exchange): HttpResponse {
  const { query, state, now } = exchange
  const oauthClient = readOAuthClient(exchange, 'town', {
    unknownApp: () => errorPage(400, 'Unknown application', 'There is no such client_id.'),
    unregistered: () => errorPage(400, 'Unknown address', 'The redirect_uri is not registered.'),
  })
  if ('page' in oauthClient) return oauthClient.page
  const { app, redirectUri } = oauthClient
  const scopes = (query.get('scope') ?? '').split(' ')
  const consent = readConsent(exchange, {
    profile: townOAuth,
    app,
    redirectUri,
    scopes,
    allowsPartial: false,
    extraDecisions: [],
  })
  if ('page' in consent) return consent.page
  const clientState = query.get('state') ?? undefined
  if (consent.decision !== 'allow')
    return redirectBack(redirectUri, { error: 'access_denied', state: clientState }, consent.decision)
  const { clientId } = app
  const { person } = consent
  const grant = createGrant(state, { platform: 'town', person, clientId, scopes, declined: [] }, now)
  const codeInput = { grant: grant.id, clientId, redirectUri, scopes, offline: true }
  const { text: code } = issueCode(state, townOAuth, codeInput, now)
  exchange.effect('consent', grant.id, { person })
  return redirectBack(redirectUri, { code, state: clientState }, consent.decision)
}

function handleTokenRequest(exchange: Exchange): HttpResponse {
  const { state, now } = exchange
  const form = parseBodyParameters(exchange)
  const { id, secret } = readClientCredentials(exchange, form)
  if (findApp(state, 'town', id)?.clientSecret !== secret) return oauthError(401, 'invalid_client')
  if (form.get('grant_type') === 'refresh_token') {
    const lookup = lookUpToken(state, form.get('refresh_token') ?? '', now)
    const grant = lookup.status === 'live' ? findGrant(state, lookup.token) : undefined
    if (lookup.status !== 'live' || lookup.token.kind !== 'refresh' || grant === undefined)
      return oauthError(400, 'invalid_grant')
    return tokenResponse(exchange, grant, lookup.token)
  }
  const code = findCode(state, 'town', form.get('code') ?? '')
  const grant = code && state.grants[code.grant]
  const isUsable = code?.usedAt === undefined && code?.redirectUri === form.get('redirect_uri')
  if (code === undefined || grant === undefined || !isUsable) return oauthError(400, 'invalid_grant')
  code.usedAt = now
  const { scopes } = grant
  const refreshToken = issueToken(state, townOAuth, grant, { kind: 'refresh', scopes, expiresAt: null }, now)
  return tokenResponse(exchange, grant, refreshToken)
}

function tokenResponse(exchange: Exchange, grant: Grant, refreshToken: Token): HttpResponse {
  const { state, now } = exchange
  const { scopes } = grant
  const expiresAt = now + accessTokenLifetimeSeconds * 1000
  const accessToken = issueToken(state, townOAuth, grant, { kind: 'access', scopes, expiresAt }, now)
  exchange.effect('token', grant.id)
  return {
    status: 200,
    body: {
      access_token: accessToken.text,
      expires_in: accessTokenLifetimeSeconds,
      refresh_token: refreshToken.text,
      scope: scopes.join(' '),
    },
  }
}

const oauthError = (status: number, error: string): HttpResponse => ({ status, body: { error } })

export const townOauthCalls: readonly Call[] = [
  {
    name: 'oauth.authorize',
    methods: ['GET', 'POST'],
    path: /^\/town\/authorize$/,
    docsUrl,
    respond: authorize,
  },
  {
    name: 'oauth.token',
    methods: ['POST'],
    path: /^\/town\/token$/,
    docsUrl,
    respond: handleTokenRequest,
    respondFailure: oauthFailureResponse,
  },
]
