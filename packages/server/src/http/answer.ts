// Writes responses: every response is the envelope with the same headers, except CSV tables and documents.

import type { Envelope, OperationName } from '@adrail/contract'
import { failureResults, type ServiceError } from '../base/errors.ts'
import type { Runtime } from '../base/runtime.ts'
import { csvPieces } from './csv.ts'
import type { AnswerHeaders, Exchange, HeadersSoFar } from './exchange.ts'
import { jsonPieces } from './jsonPieces.ts'

/**
 * The headers of every response. They keep caches, content sniffing, frames and scripts away from responses.
 */
export function commonHeaders(requestId: string): HeadersSoFar {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    'adrail-version': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  }
}

export function envelopeText(status: number, requestId: string, results: Envelope['results']): string {
  const envelope: Envelope = { success: status === 200, requestId, results }
  return JSON.stringify(envelope)
}

export function sendEnvelope(
  exchange: Exchange,
  status: number,
  results: Envelope['results'],
  headers: AnswerHeaders = {},
): void {
  const { requestId } = exchange
  const all = Object.assign(commonHeaders(requestId), headers)
  if (status === 401) all['www-authenticate'] = 'ApiKey'
  exchange.send(status, all, envelopeText(status, requestId, results))
}

/** Sends results that may be large. The serialization yields to other requests. */
export async function sendLargeEnvelope(
  exchange: Exchange,
  results: Envelope['results'],
  headers: AnswerHeaders,
  runtime: Runtime,
): Promise<void> {
  const { requestId } = exchange
  const envelope: Envelope = { success: true, requestId, results }
  const all = Object.assign(commonHeaders(requestId), headers)
  await exchange.sendPieces(200, all, jsonPieces(envelope, runtime))
}

/**
 * Sends the rows of a result as CSV, the only format without an envelope. The headers contain the request ID.
 */
export async function sendTable(
  exchange: Exchange,
  operation: OperationName,
  results: Envelope['results'],
  headers: AnswerHeaders,
  runtime: Runtime,
): Promise<void> {
  const [, name = ''] = operation.split('/')
  const all = Object.assign(commonHeaders(exchange.requestId), headers, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name.replace('get_', '')}.csv"`,
  })
  await exchange.sendPieces(200, all, csvPieces(operation, results, runtime))
}

/** Serializes a frequent failure once, so that each refusal costs next to nothing. */
export function failureForMany(failure: ServiceError): (exchange: Exchange) => void {
  const { status, details } = failure
  const [before, after] = envelopeText(status, requestIdHere, failureResults(failure)).split(requestIdHere)
  const headers = details.retryAfterSeconds === undefined ? {} : { 'retry-after': details.retryAfterSeconds }
  return (exchange) => {
    const { requestId } = exchange
    const all = Object.assign(commonHeaders(requestId), headers)
    exchange.send(status, all, `${before}${requestId}${after}`)
  }
}
const requestIdHere = 'req_here'

export function sendFailure(exchange: Exchange, failure: ServiceError, headers: AnswerHeaders = {}): void {
  const { retryAfterSeconds } = failure.details
  sendEnvelope(exchange, failure.status, failureResults(failure), {
    ...headers,
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': retryAfterSeconds }),
  })
}
