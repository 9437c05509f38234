// The consent page and the token endpoint of Town Board: authorization codes and refresh tokens (RFC 6749).

import type { Call, Exchange, HttpResponse } from '../../core/exchange.ts'
import { parseBodyParameters } from '../../core/parameters.ts'
import { codeGrant } from '../../oauth/codeGrant.ts'
import { errorPage, readConsent, readOAuthClient, redirectBack } from '../../oauth/consent.ts'
import { oauthFailureResponse } from '../../oauth/failure.ts'
import { createGrant, issueAccessToken, issueCode, issueToken } from '../../oauth/grants.ts'
import type { Grant, Token } from '../../oauth/people.ts'
import { refreshGrant } from '../../oauth/refreshGrant.ts'
import { tokenEndpoint } from '../../oauth/tokenEndpoint.ts'
import { townOAuth } from './oauthProfile.ts'

const docsUrl = 'https://town-board.example/docs/oauth'
const codeLifetimeMs = 600_000
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

const oauthError = (status: number, error: string) => (): HttpResponse => ({ status, body: { error } })
const invalidClient = oauthError(401, 'invalid_client')
const invalidGrant = oauthError(400, 'invalid_grant')

const respondWithTokens = tokenEndpoint({
  oauth: townOAuth,
  readParameters: parseBodyParameters,
  refusals: [
    ['unknown_client', invalidClient],
    ['wrong_client_secret', invalidClient],
    ['unsupported_grant_type', oauthError(400, 'unsupported_grant_type')],
  ],
  grantTypes: {
    authorization_code: codeGrant({
      lifetimeMs: codeLifetimeMs,
      refusals: [
        ['unknown_code', invalidGrant],
        ['foreign_code', invalidGrant],
        ['used_code', invalidGrant],
        ['expired_code', invalidGrant],
        ['other_redirect_uri', invalidGrant],
      ],
      refuseEndedGrant: invalidGrant,
      respond({ exchange }, grant) {
        const { scopes } = grant
        const input = { kind: 'refresh', scopes, expiresAt: null } as const
        return tokenResponse(
          exchange,
          grant,
          issueToken(exchange.state, townOAuth, grant, input, exchange.now),
        )
      },
    }),
    refresh_token: refreshGrant({
      oauth: townOAuth,
      refusals: [
        ['unknown_refresh_token', invalidGrant],
        ['foreign_refresh_token', invalidGrant],
        ['ended_refresh_token', invalidGrant],
      ],
      isUnusable: () => false,
      isRotating: () => false,
      respond: ({ exchange }, grant, refreshToken) => tokenResponse(exchange, grant, refreshToken),
    }),
  },
})

function tokenResponse(exchange: Exchange, grant: Grant, refreshToken: Token): HttpResponse {
  const { scopes } = grant
  const expiresAt = exchange.now + accessTokenLifetimeSeconds * 1000
  const accessToken = issueAccessToken(exchange, townOAuth, grant, { scopes, expiresAt }, refreshToken)
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
    respond: respondWithTokens,
    respondFailure: oauthFailureResponse,
  },
]
