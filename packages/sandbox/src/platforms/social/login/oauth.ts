// Login, tokens and permissions of the social platform.

import { createHash } from 'node:crypto'
import { minuteMs } from '../../../core/durations.ts'
import type { Call, Exchange, HttpResponse } from '../../../core/exchange.ts'
import { parseAllParameters } from '../../../core/parameters.ts'
import { findApp, findCode, issueToken } from '../../../oauth/grants.ts'
import { type Caller, lookUpToken, type RegisteredApp, type Token } from '../../../oauth/people.ts'
import { socialOAuth } from '../oauthProfile.ts'
import { authenticateSocial, dataAccessEnd, graphAuthErrorResponse, resolveCaller } from './authenticate.ts'
import { openLoginDialog } from './dialog.ts'
import { listPermissions, removePermissions } from './permissions.ts'

export { authenticateSocial, issuePageToken } from './authenticate.ts'

const codeTtlMs = 10 * minuteMs
const shortTokenSeconds = 5_400
const longTokenSeconds = 5_183_944

function handleAccessToken(exchange: Exchange): HttpResponse {
  const { state } = exchange
  const parameters = parseAllParameters(exchange)
  const clientId = parameters.get('client_id')
  if (clientId === null)
    return graphAuthErrorResponse(exchange, { message: 'Missing client_id parameter.', code: 101 })
  const app = findApp(state, 'social', clientId)
  if (app === undefined) {
    return graphAuthErrorResponse(exchange, {
      message: 'Error validating application. Invalid application ID.',
      code: 101,
    })
  }
  if (parameters.get('client_secret') !== app.clientSecret) {
    return graphAuthErrorResponse(exchange, { message: 'Error validating client secret.', code: 1 })
  }
  const grantType = parameters.get('grant_type') ?? 'authorization_code'
  if (grantType === 'client_credentials') {
    return {
      status: 200,
      body: { access_token: `${app.clientId}|${app.clientSecret}`, token_type: 'bearer' },
    }
  }
  if (grantType === 'fb_exchange_token') return exchangeToken(exchange, app, parameters)
  if (grantType === 'authorization_code') return exchangeCode(exchange, app, parameters)
  return graphAuthErrorResponse(exchange, { message: `Unsupported grant type: ${grantType}`, code: 100 })
}

function exchangeCode(exchange: Exchange, app: RegisteredApp, parameters: URLSearchParams): HttpResponse {
  const { state, now } = exchange
  const redirectUri = parameters.get('redirect_uri')
  if (redirectUri === null)
    return graphAuthErrorResponse(exchange, { message: 'Missing redirect_uri parameter.', code: 191 })
  const codeText = parameters.get('code')
  if (codeText === null || codeText === '')
    return graphAuthErrorResponse(exchange, { message: 'Missing authorization code', code: 1 })
  const code = findCode(state, 'social', codeText)
  const refuseCode = (message: string, subcode?: number) =>
    graphAuthErrorResponse(exchange, {
      message,
      code: 100,
      ...(subcode === undefined ? {} : { subcode }),
      challenge: 'invalid_code',
    })
  if (code === undefined || code.clientId !== app.clientId)
    return refuseCode('Invalid verification code format.', 36007)
  if (code.usedAt !== undefined) return refuseCode('This authorization code has been used.', 36009)
  if (code.issuedAt + codeTtlMs <= now) return refuseCode('This authorization code has expired.', 36007)
  if (code.redirectUri !== redirectUri) {
    return refuseCode(
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      36008,
    )
  }
  if (code.challenge !== undefined) {
    const verifier = parameters.get('code_verifier') ?? ''
    const computedChallenge =
      code.challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
    if (computedChallenge !== code.challenge.text) return refuseCode('Invalid code_verifier parameter.')
  }
  code.usedAt = now
  const grant = state.grants[code.grant]
  if (grant === undefined || grant.death !== undefined)
    return refuseCode('This authorization code has expired.', 36007)
  const token = issueToken(
    state,
    socialOAuth,
    grant,
    { kind: 'user', scopes: code.scopes, expiresAt: now + shortTokenSeconds * 1000, longLived: false },
    now,
  )
  exchange.effect('token', grant.id, { kind: 'user', longLived: false })
  return tokenResponse(exchange, token)
}

/** https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived */
function exchangeToken(exchange: Exchange, app: RegisteredApp, parameters: URLSearchParams): HttpResponse {
  const { state, now } = exchange
  const tokenText = parameters.get('fb_exchange_token')
  if (tokenText === null || tokenText === '') {
    return graphAuthErrorResponse(exchange, { message: 'fb_exchange_token parameter not specified', code: 1 })
  }
  const tokenAuthentication = resolveCaller(exchange, tokenText)
  if ('refusal' in tokenAuthentication) return tokenAuthentication.refusal
  const { token } = tokenAuthentication.caller
  const grant = state.grants[token.grant]
  if (token.clientId !== app.clientId || grant === undefined || token.kind !== 'user') {
    return graphAuthErrorResponse(exchange, {
      message: 'The access token does not belong to application.',
      code: 190,
    })
  }
  const renewedExpiry = now + longTokenSeconds * 1000
  const expiresAt =
    token.longLived === true && !state.switches.social.exchangeExtends ? token.expiresAt : renewedExpiry
  const longLivedToken = issueToken(
    state,
    socialOAuth,
    grant,
    { kind: 'user', scopes: token.scopes, expiresAt, longLived: true },
    now,
  )
  exchange.effect('token', grant.id, { kind: 'user', longLived: true })
  return tokenResponse(exchange, longLivedToken)
}

function tokenResponse(exchange: Exchange, token: Token): HttpResponse {
  const { state, now } = exchange
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

/** https://developers.facebook.com/docs/graph-api/reference/debug_token */
function debugToken(exchange: Exchange): HttpResponse {
  const authentication = authenticateSocial(exchange)
  if ('refusal' in authentication) return authentication.refusal
  const viewer = authentication.caller
  const inputToken = parseAllParameters(exchange).get('input_token')
  if (inputToken === null || inputToken === '') {
    return graphAuthErrorResponse(exchange, {
      message: '(#100) The parameter input_token is required',
      code: 100,
    })
  }
  const tokenAuthentication = resolveCaller(exchange, inputToken)
  if ('refusal' in tokenAuthentication) {
    const lookup = lookUpToken(exchange.state, inputToken, exchange.now)
    const token = lookup.status === 'unknown' ? undefined : lookup.token
    if (token !== undefined && token.clientId !== viewer.app.clientId) return foreignTokenRefusal(exchange)
    return {
      status: 200,
      body: {
        data: {
          ...(token === undefined
            ? {}
            : { app_id: toRawNumber(token.clientId), type: token.kind === 'page' ? 'PAGE' : 'USER' }),
          error: debugError(tokenAuthentication.refusal),
          is_valid: false,
          scopes: [],
        },
      },
    }
  }
  if (tokenAuthentication.caller.app.clientId !== viewer.app.clientId) return foreignTokenRefusal(exchange)
  return { status: 200, body: { data: tokenData(exchange, tokenAuthentication.caller) } }
}

const foreignTokenRefusal = (exchange: Exchange) =>
  graphAuthErrorResponse(exchange, {
    message: '(#100) The App_id in the input_token did not match the Viewing App',
    code: 100,
  })

function debugError(refusal: HttpResponse): unknown {
  // `graphAuthErrorResponse` created this body, so its shape is known.
  const { error } = refusal.body as { error: { code: number; message: string; error_subcode?: number } }
  return {
    code: error.code,
    message: error.message,
    ...(error.error_subcode === undefined ? {} : { subcode: error.error_subcode }),
  }
}

function tokenData(exchange: Exchange, caller: Caller): Record<string, unknown> {
  const { app, token, person } = caller
  if (caller.kind === 'app') {
    return {
      app_id: toRawNumber(app.clientId),
      type: 'APP',
      application: app.name,
      is_valid: true,
      scopes: [],
    }
  }
  const grant = exchange.state.grants[token.grant]
  const toSeconds = (milliseconds: number | null) =>
    milliseconds === null ? 0 : Math.floor(milliseconds / 1000)
  return {
    app_id: toRawNumber(app.clientId),
    type: token.kind === 'page' ? 'PAGE' : 'USER',
    application: app.name,
    data_access_expires_at: grant === undefined || grant.standing ? 0 : toSeconds(dataAccessEnd(grant)),
    expires_at: toSeconds(token.expiresAt),
    is_valid: true,
    ...(token.longLived === true || token.kind === 'page' ? { issued_at: toSeconds(token.issuedAt) } : {}),
    ...(token.page === undefined ? {} : { profile_id: toRawNumber(token.page) }),
    scopes: [...caller.scopes],
    granular_scopes: caller.scopes
      .filter((scope) => /^(ads_|pages_|business_|leads_|instagram_)/.test(scope))
      .map((scope) => ({ scope, ...(grant?.assets?.[scope] ? { target_ids: grant.assets[scope] } : {}) })),
    ...(person === undefined ? {} : { user_id: toRawNumber(person.ids.social) }),
  }
}

// Node 24 has this function, but TypeScript's own library does not declare it yet.
declare global {
  interface JSON {
    rawJSON(text: string): object
  }
}

/**
 * Ids of `debug_token` are JSON numbers, in the example of its reference and in recordings. This function
 * writes every digit of them.
 */
const toRawNumber = (id: string) => JSON.rawJSON(id)

export const socialOauthCalls: readonly Call[] = [
  {
    name: 'oauth.dialog',
    methods: ['GET', 'POST'],
    path: /^\/v\d+\.\d+\/dialog\/oauth\/?$/,
    docsUrl: 'https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow',
    respond: openLoginDialog,
  },
  {
    name: 'oauth.access_token',
    methods: ['GET', 'POST'],
    path: /^\/v\d+\.\d+\/oauth\/access_token\/?$/,
    docsUrl: 'https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived',
    respond: handleAccessToken,
  },
  {
    name: 'debug_token',
    methods: ['GET'],
    path: /^\/v\d+\.\d+\/debug_token\/?$/,
    docsUrl: 'https://developers.facebook.com/docs/graph-api/reference/debug_token',
    respond: debugToken,
  },
  {
    name: 'permissions.list',
    methods: ['GET'],
    path: /^\/v\d+\.\d+\/(?<user>me|\d+)\/permissions\/?$/,
    docsUrl: 'https://developers.facebook.com/docs/graph-api/reference/user/permissions',
    respond: listPermissions,
  },
  {
    name: 'permissions.delete',
    methods: ['DELETE'],
    path: /^\/v\d+\.\d+\/(?<user>me|\d+)\/permissions(?:\/(?<permission>\w+))?\/?$/,
    docsUrl: 'https://developers.facebook.com/docs/graph-api/reference/user/permissions',
    respond: removePermissions,
  },
]
