// Authenticates callers of the professional network.

import type { Exchange } from '../../core/exchange.ts'
import { readAuthorization } from '../../core/parameters.ts'
import { checkToken } from '../../oauth/authentication.ts'
import type { Authentication } from '../../oauth/people.ts'
import { removeWithheldScopes } from '../../oauth/withheld.ts'
import { type ErrorCode, proError, proErrorResponse } from './errors.ts'

/** Returns the caller, or an error response for a missing, invalid or revoked token or for missing scopes. */
export function authenticatePro(
  exchange: Exchange,
  sufficientScopes: readonly string[] = [],
): Authentication {
  const { state, now } = exchange
  const reject = (code: ErrorCode, message?: string) => ({
    refusal: proErrorResponse(exchange, proError(code, message)),
  })
  const tokenText = readAuthorization(exchange, 'Bearer') ?? exchange.query.get('oauth2_access_token') ?? ''
  if (tokenText === '') return reject('EMPTY_ACCESS_TOKEN')
  const check = checkToken(exchange, 'pro', tokenText)
  if (check.status === 'unknown' || check.token.kind !== 'access') return reject('INVALID_ACCESS_TOKEN')
  if (check.status === 'dead') return reject('REVOKED_ACCESS_TOKEN')
  if (check.status === 'expired') return reject('EXPIRED_ACCESS_TOKEN')
  const { token, grant, app, person } = check
  // The platform propagates a new token with a delay and rejects it as revoked until then. A token whose
  // issue time is in the future, because someone set the clock back, is not new.
  const ageMs = now - token.issuedAt
  const isBrandNew = ageMs >= 0 && ageMs < state.switches.pro.freshTokenDelaySeconds * 1000
  if (!grant.standing && isBrandNew) return reject('REVOKED_ACCESS_TOKEN')
  const hasStickyScopes = grant.sticky !== undefined && grant.sticky.until > now
  const consentedScopes = hasStickyScopes ? (grant.sticky?.scopes ?? []) : token.scopes
  const scopes = removeWithheldScopes(state, 'pro', token.person, consentedScopes)
  if (sufficientScopes.length > 0 && !sufficientScopes.some((scope) => scopes.includes(scope))) {
    const [, resource = ''] = /^\/(?:rest|v2)\/([^/?]+)/.exec(exchange.path) ?? []
    return reject(
      'ACCESS_DENIED',
      `Not enough permissions to access: ${resource}.${exchange.method}.NO_VERSION`,
    )
  }
  return { caller: { person, app, kind: token.kind, scopes, token } }
}
