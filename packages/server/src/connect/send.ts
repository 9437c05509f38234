// Sends pages: always with the same security headers, and never into a cache.

import type { Exchange, ResponseHeaders } from '../http/exchange.ts'
import type { LinkingDeps } from '../linking/linking.ts'

/** The public URL decides whether browsers must use HTTPS. */
export type PublicSite = Pick<LinkingDeps, 'publicUrl'>

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
  site: PublicSite,
  page: string,
  options: { readonly status?: number; readonly headers?: ResponseHeaders } = {},
): void {
  const { status = 200, headers = {} } = options
  const type = { 'content-type': 'text/html; charset=utf-8', vary: 'accept-language' }
  exchange.send(status, { ...securityHeadersFor(site), ...type, ...headers }, page)
}

/** Status 303 makes the browser continue with GET after any request method. */
export function redirect(
  exchange: Exchange,
  site: PublicSite,
  url: string,
  headers: ResponseHeaders = {},
): void {
  exchange.send(303, { ...securityHeadersFor(site), ...headers, location: url })
}

function securityHeadersFor({ publicUrl }: PublicSite): ResponseHeaders {
  if (!publicUrl.startsWith('https:')) return securityHeaders
  return { ...securityHeaders, 'strict-transport-security': 'max-age=31536000' }
}
