// Who makes a call on the professional network.

import type { Exchange } from '../core/exchange.ts'
import { authorizationOf } from '../core/parameters.ts'
import { appOf } from '../oauth/grants.ts'
import { type Authentication, grantOf, tokenOf } from '../oauth/people.ts'
import { grantedScopes } from '../oauth/withheld.ts'
import { type ErrorCode, refusal, refused } from './errors.ts'

/** The caller, or the refusal: no token, a dead one, or none of the scopes that would do. */
export function authenticatePro(exchange: Exchange, anyOf: readonly string[] = []): Authentication {
  const { state, now } = exchange
  const no = (code: ErrorCode, message?: string) => ({ refusal: refused(exchange, refusal(code, message)) })
  const text = authorizationOf(exchange, 'Bearer') ?? exchange.query.get('oauth2_access_token') ?? ''
  if (text === '') return no('EMPTY_ACCESS_TOKEN')
  const looked = tokenOf(state, text, now)
  if (looked.standing === 'unknown') return no('INVALID_ACCESS_TOKEN')
  const { token } = looked
  if (token.platform !== 'pro' || token.kind !== 'access') return no('INVALID_ACCESS_TOKEN')
  if (looked.standing === 'dead') return no('REVOKED_ACCESS_TOKEN')
  if (looked.standing === 'expired') return no('EXPIRED_ACCESS_TOKEN')
  const app = appOf(state, 'pro', token.clientId)
  const person = state.people[token.person]
  const grant = grantOf(state, token)
  if (app === undefined || person === undefined || grant === undefined) return no('INVALID_ACCESS_TOKEN')
  // A brand-new token is not known everywhere yet and is refused as if it had been revoked.
  // One from a future that was taken back, when somebody turned the clock, is not.
  const ageMs = now - token.issuedAt
  const isBrandNew = ageMs >= 0 && ageMs < state.switches.pro.freshTokenDelaySeconds * 1000
  if (!grant.standing && isBrandNew) return no('REVOKED_ACCESS_TOKEN')
  const sticky = grant.sticky !== undefined && grant.sticky.until > now
  const consented = sticky ? (grant.sticky?.scopes ?? []) : token.scopes
  const scopes = grantedScopes(state, 'pro', token.person, consented)
  if (anyOf.length > 0 && !anyOf.some((scope) => scopes.includes(scope))) {
    const [, resource = ''] = /^\/(?:rest|v2)\/([^/?]+)/.exec(exchange.path) ?? []
    return no('ACCESS_DENIED', `Not enough permissions to access: ${resource}.${exchange.method}.NO_VERSION`)
  }
  return { caller: { person, app, kind: token.kind, scopes, token } }
}
