// The grant type `refresh_token`: an application exchanges its refresh token for an access token (RFC 6749,
// section 6). A platform that rotates replaces the refresh token with every use. If a replaced token is used
// again, someone else may have a copy, so the platform invalidates all tokens of the grant.

import type { Exchange, HttpResponse } from '../core/exchange.ts'
import { invalidateTokens, rotateToken } from './grants.ts'
import { findGrant, type Grant, lookUpToken, type Token } from './people.ts'
import type { OAuthProfile } from './profile.ts'
import { findRefusal, type Refusal } from './refusals.ts'
import type { ClientRequest } from './tokenEndpoint.ts'

export type RefreshProblem =
  | 'missing_refresh_token'
  | 'unknown_refresh_token'
  /** The token was issued to another application. */
  | 'foreign_refresh_token'
  | 'ended_refresh_token'

export interface RefreshRequest extends ClientRequest {
  /** The grant of the token, when the token is known. */
  readonly grant: Grant | undefined
}

export interface RefreshGrant {
  readonly oauth: OAuthProfile
  readonly refusals: readonly Refusal<RefreshProblem, RefreshRequest>[]
  /** Whether the platform refuses a token that is neither expired nor revoked. */
  readonly isUnusable: (exchange: Exchange, token: Token) => boolean
  readonly isRotating: (exchange: Exchange) => boolean
  /** Issues the access token. The refresh token is the new one if the platform rotates. */
  readonly respond: (request: ClientRequest, grant: Grant, refreshToken: Token) => HttpResponse
}

/** Builds the function that executes the grant type. */
export function refreshGrant(profile: RefreshGrant): (request: ClientRequest) => HttpResponse {
  return (request) => {
    const { exchange, parameters, app } = request
    const { state, now } = exchange
    const tokenText = parameters.get('refresh_token') ?? ''
    const lookup = lookUpToken(state, tokenText, now)
    const token =
      lookup.status !== 'unknown' && lookup.token.platform === app.platform && lookup.token.kind === 'refresh'
        ? lookup.token
        : undefined
    const grant = token && findGrant(state, token)
    const isForeign = token?.clientId !== app.clientId
    const isReplaced = lookup.status === 'dead' && lookup.reason === 'rotated'
    if (grant !== undefined && !isForeign && isReplaced && profile.isRotating(exchange)) {
      invalidateTokens(state, grant, 'revoked', now)
      exchange.effect('family_killed', grant.id, { person: grant.person })
    }
    const refusal = findRefusal(
      profile.refusals,
      {
        missing_refresh_token: tokenText === '',
        unknown_refresh_token: grant === undefined,
        foreign_refresh_token: isForeign,
        ended_refresh_token:
          lookup.status !== 'live' || token === undefined || profile.isUnusable(exchange, token),
      },
      { ...request, grant },
    )
    if (refusal !== undefined) return refusal
    if (token === undefined || grant === undefined)
      throw new Error(`${app.platform} does not refuse unknown refresh tokens.`)
    token.lastUsedAt = now
    const currentToken = profile.isRotating(exchange)
      ? rotateToken(state, profile.oauth, grant, token, now)
      : token
    return profile.respond(request, grant, currentToken)
  }
}
