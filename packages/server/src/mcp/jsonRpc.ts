// JSON-RPC messages before the protocol library takes over.

import type { Exchange } from '../http/exchange.ts'
import { commonHeaders } from '../http/httpResponses.ts'
import { type ServiceError, toFailureResults } from '../runtime/errors.ts'

/** The methods that the metrics count under their own names. */
const knownMethods: readonly unknown[] = [
  'initialize',
  'notifications/initialized',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]

/** The name of a message's method in the log and the metrics. */
export function rpcOperationName(message: unknown): string {
  const method = readField(message, 'method')
  return typeof method === 'string' && knownMethods.includes(method) ? `mcp/${method}` : 'mcp'
}

/**
 * https://www.jsonrpc.org/specification#error_object: the first code is for unreadable messages, the second
 * for all others.
 */
const parseErrorCode = -32700
const serverErrorCode = -32000

/** Sends a refusal with its HTTP status. The JSON-RPC error contains the results that HTTP would return. */
export function sendRpcFailure(
  exchange: Exchange,
  failure: ServiceError,
  headers: Readonly<Record<string, string>>,
  message: unknown,
): void {
  const { retryAfterSeconds } = failure.details
  const id = readField(message, 'id')
  const error = {
    code: failure.code === 'INVALID_JSON' ? parseErrorCode : serverErrorCode,
    message: failure.message,
    data: toFailureResults(failure),
  }
  exchange.send(
    failure.status,
    {
      ...commonHeaders(exchange.requestId),
      ...headers,
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': retryAfterSeconds }),
      ...(failure.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
    JSON.stringify({
      jsonrpc: '2.0',
      id: typeof id === 'string' || typeof id === 'number' ? id : null,
      error,
    }),
  )
}

function readField(message: unknown, name: 'method' | 'id'): unknown {
  return typeof message === 'object' && message !== null && name in message
    ? Reflect.get(message, name)
    : undefined
}
