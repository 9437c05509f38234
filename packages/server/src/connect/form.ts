// Reads the body of an HTML form, and tells whose page sent it.

import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../base/errors.ts'
import { collect } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'

const mostBytes = 64 * 1024

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return new URLSearchParams((await collect(request, mostBytes)).toString('utf8'))
}

/** Whether a page of ours sent it, as far as the browser tells. */
export function isOwnForm(exchange: Exchange, publicUrl: string): boolean {
  const origin = exchange.header('origin')
  const site = exchange.header('sec-fetch-site')
  const isOwn = origin === undefined || origin === new URL(publicUrl).origin
  // Where a browser says that our own page sent the form, that page may have been opened without an origin to tell.
  return site === undefined ? isOwn : site === 'same-origin' && (isOwn || origin === 'null')
}
