// Writes responses: every response is the envelope with the same headers, except CSV tables and documents.

import type { Envelope, OperationName } from '@adrail/contract'
import { type ServiceError, toFailureResults } from '../runtime/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { csvChunks } from './csv.ts'
import type { Exchange, MutableHeaders, ResponseHeaders } from './exchange.ts'
import { jsonChunks } from './jsonChunks.ts'

/**
 * The headers of every response. They keep caches, content sniffing, frames and scripts away from responses.
 */
export function commonHeaders(requestId: string): MutableHeaders {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    'adrail-version': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  }
}

export function serializeEnvelope(status: number, requestId: string, results: Envelope['results']): string {
  const envelope: Envelope = { success: status === 200, requestId, results }
  return JSON.stringify(envelope)
}

export function sendEnvelope(
  exchange: Exchange,
  status: number,
  results: Envelope['results'],
  extraHeaders: ResponseHeaders = {},
): void {
  const { requestId } = exchange
  const allHeaders = Object.assign(commonHeaders(requestId), extraHeaders)
  if (status === 401) allHeaders['www-authenticate'] = 'ApiKey'
  exchange.send(status, allHeaders, serializeEnvelope(status, requestId, results))
}

/** Sends results that may be large. The serialization yields to other requests. */
export async function sendLargeEnvelope(
  exchange: Exchange,
  results: Envelope['results'],
  extraHeaders: ResponseHeaders,
  runtime: Runtime,
): Promise<void> {
  const { requestId } = exchange
  const envelope: Envelope = { success: true, requestId, results }
  const allHeaders = Object.assign(commonHeaders(requestId), extraHeaders)
  await exchange.sendChunks(200, allHeaders, jsonChunks(envelope, runtime))
}

/**
 * Sends the rows of a result as CSV, the only format without an envelope. The headers contain the request ID.
 */
export async function sendCsv(
  exchange: Exchange,
  operation: OperationName,
  results: Envelope['results'],
  extraHeaders: ResponseHeaders,
  runtime: Runtime,
): Promise<void> {
  const [, name = ''] = operation.split('/')
  const allHeaders = Object.assign(commonHeaders(exchange.requestId), extraHeaders, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name.replace('get_', '')}.csv"`,
  })
  await exchange.sendChunks(200, allHeaders, csvChunks(operation, results, runtime))
}

/** Serializes a frequent failure once, so that each refusal costs next to nothing. */
export function makeFailureSender(failure: ServiceError): (exchange: Exchange) => void {
  const { status, details } = failure
  const [before, after] = serializeEnvelope(status, requestIdPlaceholder, toFailureResults(failure)).split(
    requestIdPlaceholder,
  )
  const retryHeaders =
    details.retryAfterSeconds === undefined ? {} : { 'retry-after': details.retryAfterSeconds }
  return (exchange) => {
    const { requestId } = exchange
    const allHeaders = Object.assign(commonHeaders(requestId), retryHeaders)
    exchange.send(status, allHeaders, `${before}${requestId}${after}`)
  }
}
const requestIdPlaceholder = 'req_here'

export function sendFailure(exchange: Exchange, failure: ServiceError, headers: ResponseHeaders = {}): void {
  const { retryAfterSeconds } = failure.details
  sendEnvelope(exchange, failure.status, toFailureResults(failure), {
    ...headers,
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': retryAfterSeconds }),
  })
}
