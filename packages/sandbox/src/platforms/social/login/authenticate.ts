// Authentication of calls on the social platform: the token, its kind and validity, and the proof that
// accompanies it.

import { createHmac } from 'node:crypto'
import { deriveText } from '../../../core/derivedText.ts'
import type { Exchange, HttpResponse } from '../../../core/exchange.ts'
import { parseBodyParameters, readAuthorization } from '../../../core/parameters.ts'
import { checkToken } from '../../../oauth/authentication.ts'
import { findApp, issueToken, listTokens } from '../../../oauth/grants.ts'
import {
  type Authentication,
  type Caller,
  findGrant,
  type Grant,
  type InvalidationReason,
  type Token,
} from '../../../oauth/people.ts'
import { removeWithheldScopes } from '../../../oauth/withheld.ts'
import { graphErrorResponse } from '../errors.ts'
import { socialOAuth } from '../oauthProfile.ts'
import { socialTokenFormats } from '../tokenFormats.ts'

/** Explicit credentials of a call. Without them, header, query and body are searched. */
export interface SocialCredentials {
  readonly accessToken?: string
  readonly appsecretProof?: string
}

const dataAccessMs = 90 * 86_400_000

/** Returns when the application's data access ends, counted from the person's last consent. */
export const dataAccessEnd = (grant: Grant) => grant.consentedAt + dataAccessMs

export function authenticateSocial(exchange: Exchange, credentials?: SocialCredentials): Authentication {
  const body = credentials === undefined ? parseBodyParameters(exchange) : undefined
  const tokenText =
    credentials?.accessToken ??
    readAuthorization(exchange, 'Bearer', 'OAuth') ??
    body?.get('access_token') ??
    exchange.query.get('access_token') ??
    ''
  if (tokenText === '') {
    return {
      refusal: graphAuthErrorResponse(exchange, {
        message: 'An access token is required to request this resource.',
        code: 104,
        challenge: 'invalid_request',
      }),
    }
  }
  const authentication = resolveCaller(exchange, tokenText)
  if ('refusal' in authentication) return authentication
  const proof =
    credentials?.appsecretProof ?? body?.get('appsecret_proof') ?? exchange.query.get('appsecret_proof') ?? ''
  const proofFailure = checkProof(exchange, authentication.caller, proof)
  return proofFailure === undefined ? authentication : { refusal: proofFailure }
}

/** Returns the caller that a token identifies, without requiring a proof. */
export function resolveCaller(exchange: Exchange, tokenText: string): Authentication {
  const { state, now } = exchange
  const separator = tokenText.indexOf('|')
  if (separator > 0) {
    const app = findApp(state, 'social', tokenText.slice(0, separator))
    if (app === undefined || app.clientSecret !== tokenText.slice(separator + 1)) {
      return {
        refusal: graphAuthErrorResponse(exchange, {
          message: 'Invalid OAuth access token signature.',
          code: 190,
          challenge: 'invalid_token',
        }),
      }
    }
    const { clientId } = app
    const token: Token = {
      text: tokenText,
      platform: 'social',
      kind: 'app',
      grant: '',
      person: '',
      clientId,
      scopes: [],
      issuedAt: state.seededAt,
      expiresAt: null,
    }
    return { caller: { app, kind: 'app', scopes: [], token } }
  }
  const check = checkToken(exchange, 'social', tokenText)
  if (check.status === 'unknown')
    return invalidTokenRefusal(exchange, 'Invalid OAuth access token - Cannot parse access token')
  if (check.status === 'dead') return deadTokenRefusal(exchange, check.reason, check.token)
  if (check.status === 'expired') {
    const expiredText = `Session has expired on ${formatSessionTime(check.token.expiresAt ?? now)}. The current time is ${formatSessionTime(now)}.`
    return invalidTokenRefusal(exchange, `Error validating access token: ${expiredText}`, 463)
  }
  const { token, grant, app, person } = check
  if (!grant.standing && dataAccessEnd(grant) <= now) {
    return invalidTokenRefusal(
      exchange,
      'Error validating access token: The user has not used the application for 90 days, so its access to data has expired.',
      493,
    )
  }
  // A permission that was revoked after the token was issued is also removed from the token.
  const consentedScopes = token.scopes.filter((scope) => grant.scopes.includes(scope))
  const scopes = removeWithheldScopes(state, 'social', token.person, consentedScopes)
  return {
    caller: {
      person,
      app,
      kind: token.kind,
      scopes,
      token,
      ...(token.page === undefined ? {} : { page: token.page }),
    },
  }
}

/**
 * Returns the token of a page, issued once for each consent. The token does not expire if the user's own
 * token is long-lived.
 */
export function issuePageToken(exchange: Exchange, caller: Caller, page: string): string {
  const { state, now } = exchange
  const grant = findGrant(state, caller.token)
  if (grant === undefined) return ''
  const longLived = caller.token.longLived === true || caller.kind === 'page'
  const existing = listTokens(state, grant, 'page').find(
    (token) => token.page === page && token.longLived === longLived && token.death === undefined,
  )
  if (existing !== undefined && (existing.expiresAt === null || existing.expiresAt > now))
    return existing.text
  const count = grant.tokens.page?.length ?? 0
  const token = issueToken(
    state,
    socialOAuth,
    grant,
    {
      kind: 'page',
      scopes: caller.scopes,
      expiresAt: longLived ? null : caller.token.expiresAt,
      page,
      longLived,
      text: socialTokenFormats.access(deriveText(`${state.seed}:page:${grant.id}:${page}:${count}`, 200)),
    },
    now,
  )
  exchange.effect('token', grant.id, { kind: 'page', page })
  return token.text
}

function checkProof(exchange: Exchange, caller: Caller, proof: string): HttpResponse | undefined {
  if (proof === '') {
    return exchange.state.switches.social.proofRequired
      ? proofRefusal(exchange, 'API calls from the server require an appsecret_proof argument')
      : undefined
  }
  const expected = createHmac('sha256', caller.app.clientSecret).update(caller.token.text).digest('hex')
  return proof === expected
    ? undefined
    : proofRefusal(exchange, 'Invalid appsecret_proof provided in the API argument')
}

const proofRefusal = (exchange: Exchange, message: string) =>
  graphAuthErrorResponse(exchange, { message, type: 'GraphMethodException', code: 100 })

function invalidTokenRefusal(
  exchange: Exchange,
  message: string,
  subcode?: number,
): { refusal: HttpResponse } {
  return {
    refusal: graphAuthErrorResponse(exchange, {
      message,
      code: 190,
      ...(subcode === undefined ? {} : { subcode }),
      challenge: 'invalid_token',
    }),
  }
}

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
function deadTokenRefusal(
  exchange: Exchange,
  reason: InvalidationReason,
  token: Token,
): { refusal: HttpResponse } {
  const [subcode, sentence] = errorByReason[reason]
  return invalidTokenRefusal(
    exchange,
    `Error validating access token: ${sentence.replace('{app}', token.clientId)}`,
    subcode,
  )
}

const errorByReason: Readonly<Record<InvalidationReason, readonly [number, string]>> = {
  removed: [458, 'The user has not authorized application {app}.'],
  password: [
    460,
    'The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  ],
  checkpoint: [
    459,
    'You cannot access the app till you log in to www.facebook.com and follow the instructions given.',
  ],
  suspended: [464, 'Sessions for the user are not allowed because the user is not a confirmed user.'],
  logged_out: [467, 'The session is invalid because the user logged out.'],
  revoked: [466, 'The session was invalidated explicitly using an API call.'],
  scope_change: [461, 'The session is invalid because the application was reinstalled.'],
  crowded_out: [462, 'The session is stale.'],
  rotated: [462, 'The session is stale.'],
  role_lost: [
    492,
    'The user must be an administrator, editor, or moderator of the page in order to impersonate it.',
  ],
}

export interface GraphAuthError {
  readonly message: string
  readonly code: number
  readonly subcode?: number
  readonly type?: string
  readonly status?: number
  /** The error word in the `www-authenticate` header of OAuth refusals. */
  readonly challenge?: string
}

export function graphAuthErrorResponse(exchange: Exchange, authError: GraphAuthError): HttpResponse {
  const { challenge, ...errorFields } = authError
  return graphErrorResponse(exchange, {
    ...errorFields,
    ...(challenge === undefined
      ? {}
      : {
          headers: {
            'www-authenticate': `OAuth "Facebook Platform" "${challenge}" "${errorFields.message}"`,
          },
        }),
  })
}

/** Formats an instant as `Sunday, 15-Nov-26 12:00:00 UTC`. */
function formatSessionTime(milliseconds: number): string {
  const [weekday = '', day, month, year = '', time] = new Date(milliseconds).toUTCString().split(/,? /)
  const names: Readonly<Record<string, string>> = {
    Mon: 'Monday',
    Tue: 'Tuesday',
    Wed: 'Wednesday',
    Thu: 'Thursday',
    Fri: 'Friday',
    Sat: 'Saturday',
    Sun: 'Sunday',
  }
  return `${names[weekday]}, ${day}-${month}-${year.slice(2)} ${time} UTC`
}
