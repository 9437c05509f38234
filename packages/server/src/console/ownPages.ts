// Whether a request comes from a page of this service: browsers say so in two headers that no page can set.

import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../base/errors.ts'
import { pageTokenOf } from '../guard/sessions.ts'
import type { Exchange } from '../http/exchange.ts'

/** Every browser names the origin with a POST; what names none, or another one, is no page of ours. */
export function requireOwnPage(exchange: Exchange, publicUrl: string): void {
  const { origin, host = '' } = exchange.request.headers
  const { 'sec-fetch-site': site = 'same-origin' } = exchange.request.headers
  const isOwn = origin !== undefined && (origin === new URL(publicUrl).origin || hostIn(origin) === host)
  if (!isOwn || site !== 'same-origin') throw new ServiceError('ORIGIN_NOT_ALLOWED')
}

/** Besides, it brings the token that only a page of ours could read. */
export function requirePageToken(exchange: Exchange, secret: string): void {
  const given = Buffer.from(exchange.header('x-adrail-page') ?? '')
  const wanted = Buffer.from(pageTokenOf(secret))
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new ServiceError('ORIGIN_NOT_ALLOWED', { note: 'the token of the page is missing or wrong' })
}

function hostIn(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
