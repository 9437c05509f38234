// Verifies that a request comes from a page of this service, by two
// headers that browsers set and scripts cannot.

import { timingSafeEqual } from 'node:crypto'
import { csrfToken } from '../admission/sessions.ts'
import type { Exchange } from '../http/exchange.ts'
import { ServiceError } from '../runtime/errors.ts'

/**
 * Browsers send the origin with every POST. A request with no
 * origin or another one comes from no page of adrail.
 */
export function requireOwnPage(exchange: Exchange, publicUrl: string): void {
  const { origin, host = '' } = exchange.request.headers
  const { 'sec-fetch-site': site = 'same-origin' } = exchange.request.headers
  const isOwnOrigin =
    origin !== undefined && (origin === new URL(publicUrl).origin || parseHost(origin) === host)
  if (!isOwnOrigin || site !== 'same-origin') throw new ServiceError('ORIGIN_NOT_ALLOWED')
}

/** The request also needs the page token, which only a page of adrail can read. */
export function requirePageToken(exchange: Exchange, secret: string): void {
  const received = Buffer.from(exchange.header('x-adrail-page') ?? '')
  const expected = Buffer.from(csrfToken(secret))
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    throw new ServiceError('ORIGIN_NOT_ALLOWED', { note: 'the CSRF token of the page is missing or invalid' })
}

function parseHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
