// Headers of every Graph API response.

import type { Exchange } from '../../../core/exchange.ts'
import { requestedVersion } from '../versions.ts'

export function standardHeaders(exchange: Exchange, traceId: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=UTF-8',
    'cache-control': 'private, no-cache, no-store, must-revalidate',
    'facebook-api-version': requestedVersion(exchange.path),
    'x-fb-trace-id': traceId,
    'x-fb-request-id': traceId,
    'x-fb-rev': '1029384756',
    'x-fb-debug': `${traceId}${traceId}==`,
  }
}
