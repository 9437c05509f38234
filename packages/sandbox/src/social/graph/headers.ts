// Headers of every Graph API response.

import type { Exchange } from '../../core/exchange.ts'
import { versionOf } from '../versions.ts'

export function standardHeaders(exchange: Exchange, trace: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=UTF-8',
    'cache-control': 'private, no-cache, no-store, must-revalidate',
    'facebook-api-version': versionOf(exchange.path),
    'x-fb-trace-id': trace,
    'x-fb-request-id': trace,
    'x-fb-rev': '1029384756',
    'x-fb-debug': `${trace}${trace}==`,
  }
}
