// Error responses in the shape of RFC 6749.

import type { Exchange, FailureSpec, HttpResponse } from '../core/exchange.ts'

/**
 * Builds an injected failure of a token endpoint in the shape of RFC 6749. The code of the fault is the OAuth
 * error.
 */
export function oauthFailureResponse(_exchange: Exchange, spec: FailureSpec): HttpResponse {
  const fallback = spec.status >= 500 ? 'internal_failure' : 'invalid_request'
  return {
    status: spec.status,
    headers: spec.retryAfterSeconds === undefined ? {} : { 'retry-after': String(spec.retryAfterSeconds) },
    body: {
      error: spec.code ?? (spec.status === 429 ? 'rate_limit_exceeded' : fallback),
      error_description: spec.message ?? 'A test injected this failure.',
    },
  }
}

/** Builds the function that refuses a request with an OAuth error and its description. */
export function oauthErrors(headers: Readonly<Record<string, string>>) {
  return (status: number, error: string, description: string): HttpResponse => ({
    status,
    headers,
    body: { error, error_description: description },
  })
}
