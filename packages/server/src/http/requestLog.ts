// Logs each finished request and counts it in the metrics.

import type { Caller } from '../admission/authenticate.ts'
import type { Surface } from '../audit/chain.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { ServiceError } from '../runtime/errors.ts'
import type { Exchange } from './exchange.ts'

export interface RequestLogDeps {
  readonly log: Log
  readonly metrics: Metrics
  /** Which request lines contain the address of the client. */
  readonly logAddresses: 'refused' | 'all'
}

export interface FinishedRequest {
  readonly surface: Surface
  /** One of few names, because each name has its own counter. */
  readonly operation: string
  readonly status: number
  /** The error code of a refusal. Empty after success. */
  readonly code: string
  readonly caller: Caller | undefined
  readonly failure: ServiceError | undefined
  readonly durationMs: number
  readonly traceId: string | undefined
}

export function logRequest(exchange: Exchange, finishedRequest: FinishedRequest, deps: RequestLogDeps): void {
  const { log, metrics, logAddresses } = deps
  const { requestId } = exchange
  const { surface, operation, status, code, caller, failure, durationMs, traceId } = finishedRequest
  metrics.count('requests', operation, String(status), code)
  metrics.observe('requestSeconds', durationMs / 1000, operation)
  // Refusals after too many wrong keys from one address are counted in `auth.refused`.
  if (failure?.details.isDelayed) return
  const isRefused = status >= 400 && status < 500
  log.request({
    requestId,
    surface,
    operation,
    status,
    code: code === '' ? undefined : code,
    workspaceId: caller?.workspaceId,
    keyId: caller?.keyId,
    address: isRefused || logAddresses === 'all' ? exchange.address : undefined,
    callerRequestId: callerRequestId(exchange),
    traceId,
    ms: Math.round(durationMs * 1000) / 1000,
  })
  if (failure?.code === 'INTERNAL') log.error('http.request.failed', failure, { requestId, operation })
}

/**
 * The ID that the caller gave the request, logged next to adrail's ID so that both sides can find the
 * request.
 */
function callerRequestId(exchange: Exchange): string | undefined {
  const id = exchange.header('x-request-id')
  return id !== undefined && /^[\w-]{1,64}$/.test(id) ? id : undefined
}
