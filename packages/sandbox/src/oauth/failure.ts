// Behavior that the token endpoints of all platforms share.

import type { Answer, Exchange, FailureOrder } from '../core/exchange.ts'

/**
 * Builds an injected failure of a token endpoint in the shape of RFC 6749. The code of the fault is the OAuth
 * error.
 */
export function oauthFailure(_exchange: Exchange, order: FailureOrder): Answer {
  const fallback = order.status >= 500 ? 'internal_failure' : 'invalid_request'
  return {
    status: order.status,
    headers: order.retryAfterSeconds === undefined ? {} : { 'retry-after': String(order.retryAfterSeconds) },
    body: {
      error: order.code ?? (order.status === 429 ? 'rate_limit_exceeded' : fallback),
      error_description: order.message ?? 'This failure was ordered.',
    },
  }
}
