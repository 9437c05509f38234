// Sends pages: always with the same security headers, and never into a cache.

import type { Exchange, ResponseHeaders } from '../http/exchange.ts'
import type { LinkingDeps } from '../linking/linking.ts'

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // Other sites receive no referrer. Without a same-origin referrer policy,
  // a browser sends `Origin: null` with adrail's own forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

export function sendPage(
  exchange: Exchange,
  linking: LinkingDeps,
  page: string,
  options: { readonly status?: number; readonly headers?: ResponseHeaders } = {},
): void {
  const { status = 200, headers = {} } = options
  const type = { 'content-type': 'text/html; charset=utf-8', vary: 'accept-language' }
  exchange.send(status, { ...securityHeadersFor(linking), ...type, ...headers }, page)
}

/** Status 303 makes the browser continue with GET after any request method. */
export function redirect(
  exchange: Exchange,
  linking: LinkingDeps,
  url: string,
  headers: ResponseHeaders = {},
): void {
  exchange.send(303, { ...securityHeadersFor(linking), ...headers, location: url })
}

function securityHeadersFor(linking: LinkingDeps): ResponseHeaders {
  if (!linking.publicUrl.startsWith('https:')) return securityHeaders
  return { ...securityHeaders, 'strict-transport-security': 'max-age=31536000' }
}
