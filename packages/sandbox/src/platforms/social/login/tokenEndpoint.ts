// The token endpoint of the social platform. It has no refresh tokens: an application exchanges a valid token for
// a longer-lived one.

import { minuteMs } from '../../../core/durations.ts'
import type { Exchange, HttpResponse } from '../../../core/exchange.ts'
import { parseAllParameters } from '../../../core/parameters.ts'
import { codeGrant } from '../../../oauth/codeGrant.ts'
import { issueToken } from '../../../oauth/grants.ts'
import type { Grant, Token } from '../../../oauth/people.ts'
import { type ClientRequest, type OAuthRequest, tokenEndpoint } from '../../../oauth/tokenEndpoint.ts'
import { socialOAuth } from '../oauthProfile.ts'
import { graphAuthErrorResponse, resolveCaller } from './authenticate.ts'

const codeLifetimeMs = 10 * minuteMs
const shortTokenSeconds = 5_400
const longTokenSeconds = 5_183_944

const refuse =
  (message: string, code: number) =>
  ({ exchange }: OAuthRequest) =>
    graphAuthErrorResponse(exchange, { message, code })

const refuseCode =
  (message: string, subcode?: number) =>
  ({ exchange }: OAuthRequest) =>
    graphAuthErrorResponse(exchange, {
      message,
      code: 100,
      ...(subcode === undefined ? {} : { subcode }),
      challenge: 'invalid_code',
    })

const malformedCode = refuseCode('Invalid verification code format.', 36007)
const expiredCode = refuseCode('This authorization code has expired.', 36007)

export const respondWithSocialTokens = tokenEndpoint({
  oauth: socialOAuth,
  readParameters: parseAllParameters,
  ignoresAuthorizationHeader: true,
  refusals: [
    [({ parameters }) => !parameters.has('client_id'), refuse('Missing client_id parameter.', 101)],
    ['unknown_client', refuse('Error validating application. Invalid application ID.', 101)],
    ['wrong_client_secret', refuse('Error validating client secret.', 1)],
    [
      'unsupported_grant_type',
      (request) => refuse(`Unsupported grant type: ${request.parameters.get('grant_type')}`, 100)(request),
    ],
  ],
  defaultGrantType: 'authorization_code',
  grantTypes: {
    authorization_code: codeGrant({
      lifetimeMs: codeLifetimeMs,
      refusals: [
        [({ parameters }) => !parameters.has('redirect_uri'), refuse('Missing redirect_uri parameter.', 191)],
        ['missing_code', refuse('Missing authorization code', 1)],
        ['unknown_code', malformedCode],
        ['foreign_code', malformedCode],
        ['used_code', refuseCode('This authorization code has been used.', 36009)],
        ['expired_code', expiredCode],
        [
          'other_redirect_uri',
          refuseCode(
            'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
            36008,
          ),
        ],
        ['wrong_verifier', refuseCode('Invalid code_verifier parameter.')],
      ],
      refuseEndedGrant: expiredCode,
      respond: ({ exchange }, grant, { scopes }) =>
        tokenResponse(exchange, grant, {
          scopes,
          expiresAt: exchange.now + shortTokenSeconds * 1000,
          longLived: false,
        }),
    }),
    fb_exchange_token: exchangeToken,
    client_credentials: ({ app }) => ({
      status: 200,
      body: { access_token: `${app.clientId}|${app.clientSecret}`, token_type: 'bearer' },
    }),
  },
})

/** https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived */
function exchangeToken(request: ClientRequest): HttpResponse {
  const { exchange, parameters, app } = request
  const { state, now } = exchange
  const tokenText = parameters.get('fb_exchange_token') ?? ''
  if (tokenText === '') return refuse('fb_exchange_token parameter not specified', 1)(request)
  const tokenAuthentication = resolveCaller(exchange, tokenText)
  if ('refusal' in tokenAuthentication) return tokenAuthentication.refusal
  const { token } = tokenAuthentication.caller
  const grant = state.grants[token.grant]
  if (token.clientId !== app.clientId || grant === undefined || token.kind !== 'user')
    return refuse('The access token does not belong to application.', 190)(request)
  const renewedExpiry = now + longTokenSeconds * 1000
  const expiresAt =
    token.longLived === true && !state.switches.social.exchangeExtends ? token.expiresAt : renewedExpiry
  return tokenResponse(exchange, grant, { scopes: token.scopes, expiresAt, longLived: true })
}

function tokenResponse(
  exchange: Exchange,
  grant: Grant,
  input: Pick<Token, 'scopes' | 'expiresAt'> & { readonly longLived: boolean },
): HttpResponse {
  const { state, now } = exchange
  const token = issueToken(state, socialOAuth, grant, { kind: 'user', ...input }, now)
  exchange.effect('token', grant.id, { kind: 'user', longLived: input.longLived })
  const omitsExpiry = token.expiresAt === null || state.switches.social.expiresInOmitted
  return {
    status: 200,
    body: {
      access_token: token.text,
      token_type: 'bearer',
      ...(omitsExpiry ? {} : { expires_in: Math.floor(((token.expiresAt ?? 0) - now) / 1000) }),
    },
  }
}
