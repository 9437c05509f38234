// Parses HTML forms, and checks that a form was sent by a page of adrail.

import type { IncomingMessage } from 'node:http'
import { collectBody } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { ServiceError } from '../runtime/errors.ts'

const maxBytes = 64 * 1024

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return new URLSearchParams((await collectBody(request, maxBytes)).toString('utf8'))
}

/** The check relies on the `Origin` and `Sec-Fetch-Site` headers that the browser sends. */
export function isOwnForm(exchange: Exchange, publicUrl: string): boolean {
  const origin = exchange.header('origin')
  const site = exchange.header('sec-fetch-site')
  const hasOwnOrigin = origin === undefined || origin === new URL(publicUrl).origin
  // A page that was opened with an opaque origin sends `Origin: null`. The
  // form still counts when the browser reports `same-origin`.
  return site === undefined ? hasOwnOrigin : site === 'same-origin' && (hasOwnOrigin || origin === 'null')
}
