// Login, tokens and permissions of the social platform.

import type { Call, Exchange, HttpResponse } from '../../../core/exchange.ts'
import { parseAllParameters } from '../../../core/parameters.ts'
import { type Caller, lookUpToken } from '../../../oauth/people.ts'
import { authenticateSocial, dataAccessEnd, graphAuthErrorResponse, resolveCaller } from './authenticate.ts'
import { openLoginDialog } from './dialog.ts'
import { listPermissions, removePermissions } from './permissions.ts'
import { respondWithSocialTokens } from './tokenEndpoint.ts'

export { authenticateSocial, issuePageToken } from './authenticate.ts'

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
    respond: respondWithSocialTokens,
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
