// Reads the body of an HTML form.

import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../base/errors.ts'
import { collect } from '../http/body.ts'

const mostBytes = 64 * 1024

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return new URLSearchParams((await collect(request, mostBytes)).toString('utf8'))
}
