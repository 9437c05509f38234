// Login, tokens and permissions of the social platform.

import { createHash } from 'node:crypto'
import type { Answer, Call, Exchange } from '../../core/exchange.ts'
import { allParameters } from '../../core/parameters.ts'
import { appOf, codeOf, issueToken } from '../../oauth/grants.ts'
import { type Caller, type RegisteredApp, type Token, tokenOf } from '../../oauth/people.ts'
import { authenticateSocial, callerOf, dataAccessEnd, graphRefusal } from './authenticate.ts'
import { dialog } from './dialog.ts'
import { permissions, removePermissions } from './permissions.ts'

export { authenticateSocial, pageTokenOf } from './authenticate.ts'

const minuteMs = 60_000
const codeLifeMs = 10 * minuteMs
const shortLifeSeconds = 5_400
const longLifeSeconds = 5_183_944

function accessToken(exchange: Exchange): Answer {
  const { state } = exchange
  const parameters = allParameters(exchange)
  const clientId = parameters.get('client_id')
  if (clientId === null) return graphRefusal(exchange, { message: 'Missing client_id parameter.', code: 101 })
  const app = appOf(state, 'social', clientId)
  if (app === undefined) {
    return graphRefusal(exchange, {
      message: 'Error validating application. Invalid application ID.',
      code: 101,
    })
  }
  if (parameters.get('client_secret') !== app.clientSecret) {
    return graphRefusal(exchange, { message: 'Error validating client secret.', code: 1 })
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
  return graphRefusal(exchange, { message: `Unsupported grant type: ${grantType}`, code: 100 })
}

function exchangeCode(exchange: Exchange, app: RegisteredApp, parameters: URLSearchParams): Answer {
  const { state, now } = exchange
  const redirectUri = parameters.get('redirect_uri')
  if (redirectUri === null)
    return graphRefusal(exchange, { message: 'Missing redirect_uri parameter.', code: 191 })
  const text = parameters.get('code')
  if (text === null || text === '')
    return graphRefusal(exchange, { message: 'Missing authorization code', code: 1 })
  const code = codeOf(state, 'social', text)
  const refuse = (message: string, subcode?: number) =>
    graphRefusal(exchange, {
      message,
      code: 100,
      ...(subcode === undefined ? {} : { subcode }),
      challenge: 'invalid_code',
    })
  if (code === undefined || code.clientId !== app.clientId)
    return refuse('Invalid verification code format.', 36007)
  if (code.usedAt !== undefined) return refuse('This authorization code has been used.', 36009)
  if (code.issuedAt + codeLifeMs <= now) return refuse('This authorization code has expired.', 36007)
  if (code.redirectUri !== redirectUri) {
    return refuse(
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      36008,
    )
  }
  if (code.challenge !== undefined) {
    const verifier = parameters.get('code_verifier') ?? ''
    const proof =
      code.challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
    if (proof !== code.challenge.text) return refuse('Invalid code_verifier parameter.')
  }
  code.usedAt = now
  const grant = state.grants[code.grant]
  if (grant === undefined || grant.death !== undefined)
    return refuse('This authorization code has expired.', 36007)
  const token = issueToken(
    state,
    grant,
    { kind: 'user', scopes: code.scopes, expiresAt: now + shortLifeSeconds * 1000, longLived: false },
    now,
  )
  exchange.effect('token', grant.id, { kind: 'user', longLived: false })
  return tokenAnswer(exchange, token)
}

/** https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived */
function exchangeToken(exchange: Exchange, app: RegisteredApp, parameters: URLSearchParams): Answer {
  const { state, now } = exchange
  const text = parameters.get('fb_exchange_token')
  if (text === null || text === '') {
    return graphRefusal(exchange, { message: 'fb_exchange_token parameter not specified', code: 1 })
  }
  const found = callerOf(exchange, text)
  if ('refusal' in found) return found.refusal
  const { token } = found.caller
  const grant = state.grants[token.grant]
  if (token.clientId !== app.clientId || grant === undefined || token.kind !== 'user') {
    return graphRefusal(exchange, { message: 'The access token does not belong to application.', code: 190 })
  }
  const renewed = now + longLifeSeconds * 1000
  const expiresAt =
    token.longLived === true && !state.switches.social.exchangeExtends ? token.expiresAt : renewed
  const long = issueToken(
    state,
    grant,
    { kind: 'user', scopes: token.scopes, expiresAt, longLived: true },
    now,
  )
  exchange.effect('token', grant.id, { kind: 'user', longLived: true })
  return tokenAnswer(exchange, long)
}

function tokenAnswer(exchange: Exchange, token: Token): Answer {
  const { state, now } = exchange
  const omitted = token.expiresAt === null || state.switches.social.expiresInOmitted
  return {
    status: 200,
    body: {
      access_token: token.text,
      token_type: 'bearer',
      ...(omitted ? {} : { expires_in: Math.floor(((token.expiresAt ?? 0) - now) / 1000) }),
    },
  }
}

/** https://developers.facebook.com/docs/graph-api/reference/debug_token */
function debugToken(exchange: Exchange): Answer {
  const authentication = authenticateSocial(exchange)
  if ('refusal' in authentication) return authentication.refusal
  const viewer = authentication.caller
  const input = allParameters(exchange).get('input_token')
  if (input === null || input === '') {
    return graphRefusal(exchange, { message: '(#100) The parameter input_token is required', code: 100 })
  }
  const found = callerOf(exchange, input)
  if ('refusal' in found) {
    const looked = tokenOf(exchange.state, input, exchange.now)
    const token = looked.standing === 'unknown' ? undefined : looked.token
    if (token !== undefined && token.clientId !== viewer.app.clientId) return foreignToken(exchange)
    return {
      status: 200,
      body: {
        data: {
          ...(token === undefined
            ? {}
            : { app_id: bareNumber(token.clientId), type: token.kind === 'page' ? 'PAGE' : 'USER' }),
          error: debugError(found.refusal),
          is_valid: false,
          scopes: [],
        },
      },
    }
  }
  if (found.caller.app.clientId !== viewer.app.clientId) return foreignToken(exchange)
  return { status: 200, body: { data: tokenData(exchange, found.caller) } }
}

const foreignToken = (exchange: Exchange) =>
  graphRefusal(exchange, {
    message: '(#100) The App_id in the input_token did not match the Viewing App',
    code: 100,
  })

function debugError(refusal: Answer): unknown {
  // `graphRefusal` created this body, so its shape is known.
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
      app_id: bareNumber(app.clientId),
      type: 'APP',
      application: app.name,
      is_valid: true,
      scopes: [],
    }
  }
  const grant = exchange.state.grants[token.grant]
  const seconds = (milliseconds: number | null) =>
    milliseconds === null ? 0 : Math.floor(milliseconds / 1000)
  return {
    app_id: bareNumber(app.clientId),
    type: token.kind === 'page' ? 'PAGE' : 'USER',
    application: app.name,
    data_access_expires_at: grant === undefined || grant.standing ? 0 : seconds(dataAccessEnd(grant)),
    expires_at: seconds(token.expiresAt),
    is_valid: true,
    ...(token.longLived === true || token.kind === 'page' ? { issued_at: seconds(token.issuedAt) } : {}),
    ...(token.page === undefined ? {} : { profile_id: bareNumber(token.page) }),
    scopes: [...caller.scopes],
    granular_scopes: caller.scopes
      .filter((scope) => /^(ads_|pages_|business_|leads_|instagram_)/.test(scope))
      .map((scope) => ({ scope, ...(grant?.assets?.[scope] ? { target_ids: grant.assets[scope] } : {}) })),
    ...(person === undefined ? {} : { user_id: bareNumber(person.ids.social) }),
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
const bareNumber = (id: string) => JSON.rawJSON(id)

export const socialOauthCalls: readonly Call[] = [
  {
    name: 'oauth.dialog',
    methods: ['GET', 'POST'],
    path: /^\/v\d+\.\d+\/dialog\/oauth\/?$/,
    source: 'https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow',
    answer: dialog,
  },
  {
    name: 'oauth.access_token',
    methods: ['GET', 'POST'],
    path: /^\/v\d+\.\d+\/oauth\/access_token\/?$/,
    source: 'https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived',
    answer: accessToken,
  },
  {
    name: 'debug_token',
    methods: ['GET'],
    path: /^\/v\d+\.\d+\/debug_token\/?$/,
    source: 'https://developers.facebook.com/docs/graph-api/reference/debug_token',
    answer: debugToken,
  },
  {
    name: 'permissions.list',
    methods: ['GET'],
    path: /^\/v\d+\.\d+\/(?<user>me|\d+)\/permissions\/?$/,
    source: 'https://developers.facebook.com/docs/graph-api/reference/user/permissions',
    answer: permissions,
  },
  {
    name: 'permissions.delete',
    methods: ['DELETE'],
    path: /^\/v\d+\.\d+\/(?<user>me|\d+)\/permissions(?:\/(?<permission>\w+))?\/?$/,
    source: 'https://developers.facebook.com/docs/graph-api/reference/user/permissions',
    answer: removePermissions,
  },
]
