// Messages of JSON-RPC, as far as the protocol's library has not taken over yet.

import { failureResults, type ServiceError } from '../base/errors.ts'
import { commonHeaders } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'

/** Those that are counted under their own names. */
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

/** What a message asks for, as the log and the metrics name it. */
export function methodOf(message: unknown): string {
  const method = memberOf(message, 'method')
  return typeof method === 'string' && knownMethods.includes(method) ? `mcp/${method}` : 'mcp'
}

/** https://www.jsonrpc.org/specification#error_object: the first for what cannot be read, the second for all else. */
const unreadable = -32700
const refused = -32000

/** A refusal at the door: the status of HTTP, and in the protocol's form what HTTP would answer. */
export function sendRpcFailure(
  exchange: Exchange,
  failure: ServiceError,
  headers: Readonly<Record<string, string>>,
  message: unknown,
): void {
  const { retryAfterSeconds } = failure.details
  const id = memberOf(message, 'id')
  const error = {
    code: failure.code === 'INVALID_JSON' ? unreadable : refused,
    message: failure.message,
    data: failureResults(failure),
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

function memberOf(message: unknown, name: 'method' | 'id'): unknown {
  return typeof message === 'object' && message !== null && name in message
    ? Reflect.get(message, name)
    : undefined
}
