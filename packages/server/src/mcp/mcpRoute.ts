// The MCP route, with the same keys, limits and log as HTTP. The protocol library handles the protocol
// itself. The first request loads the library, because most services never get one.

import { declarationOf, operationNames } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import type { Caller } from '../guard/authenticate.ts'
import type { BodyRoom } from '../guard/bodyRoom.ts'
import { checkBounds } from '../guard/bounds.ts'
import type { Admission } from '../guard/limit.ts'
import { askerWithKey } from '../guard/urgency.ts'
import { commonHeaders } from '../http/answer.ts'
import { readJson } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Listeners, tellOf } from '../http/requestLog.ts'
import type { Routes } from '../http/routeTable.ts'
import { admit } from '../waist/admit.ts'
import { asServiceError } from '../waist/failure.ts'
import { codeOf } from '../waist/invoke.ts'
import type { Service } from '../waist/service.ts'
import { methodOf, sendRpcFailure } from './message.ts'
import { readView } from './view.ts'
import type { Visit } from './visit.ts'

export interface McpOptions extends Listeners {
  readonly service: Service
  readonly room: BodyRoom
  readonly bodyLimitBytes: number
  readonly bodiesLimitBytes: number
  publicUrl(): string
}

/** The route serves only POST: it has no server-initiated messages and no sessions. */
export function addMcp(routes: Routes, options: McpOptions): void {
  routes.operation('/mcp', (exchange) => serve(exchange, options), {
    whoAsks: (exchange) => askerWithKey(options.service.authenticator, keyIn(exchange)),
    // Administrators' operations are not tools.
    mayBeUrgent: false,
  })
}

async function serve(exchange: Exchange, options: McpOptions): Promise<void> {
  const { service, publicUrl } = options
  const startedAt = service.runtime.monotonic()
  const headers: Record<string, string> = {}
  let caller: Caller | undefined
  let admission: Admission | undefined
  let message: unknown
  let visit: Visit | undefined
  let status = 200
  let failure: ServiceError | undefined
  try {
    requireOwnOrigin(exchange.header('origin'), publicUrl())
    const apiKey = keyIn(exchange)
    caller = await service.authenticator.authenticate(apiKey, () => exchange.address)
    exchange.markKeyed()
    admission = await admit(caller, service.limiter, headers)
    const view = readView(exchange.query)
    message = await readMessage(exchange, caller, options)
    visit = { exchange, service, apiKey, caller, admission, view, publicUrl: publicUrl() }
    const { answerMessage } = await import('./protocol.ts')
    const reply = await answerMessage(message, visit)
    status = reply.status
    const all = { ...commonHeaders(exchange.requestId), ...headers, 'content-type': reply.contentType }
    exchange.send(status, all, reply.body)
  } catch (error) {
    const refusal = asServiceError(error)
    failure = refusal
    status = refusal.status
    exchange.answerAfter(refusal, () => sendRpcFailure(exchange, refusal, headers, message))
  } finally {
    admission?.leave()
  }
  const called = visit?.called
  failure ??= visit?.failure
  tellOf(
    exchange,
    {
      surface: 'mcp',
      operation: called?.operation ?? methodOf(message),
      status: called?.outcome.status ?? status,
      code: called ? codeOf(called.outcome) : (failure?.code ?? ''),
      caller,
      failure: failure ?? called?.outcome.failure,
      durationMs: service.runtime.monotonic() - startedAt,
      traceId: called?.outcome.traceId,
    },
    options,
  )
}

/** Refuses browser requests from pages of other sites. */
function requireOwnOrigin(origin: string | undefined, publicUrl: string): void {
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    throw new ServiceError('ORIGIN_NOT_ALLOWED')
}

/** Accepts the key in `x-api-key`, or as a bearer token, which MCP clients usually send. */
function keyIn(exchange: Exchange): string | undefined {
  return exchange.header('x-api-key') ?? /^Bearer +(\S+)$/i.exec(exchange.header('authorization') ?? '')?.[1]
}

/** The largest body that any operation accepts. */
const longestBody = Math.max(...operationNames.map((name) => declarationOf(name).bodyBytes ?? 0))

async function readMessage(
  exchange: Exchange,
  caller: Caller,
  { room, bodyLimitBytes, bodiesLimitBytes }: McpOptions,
): Promise<unknown> {
  const { request, response } = exchange
  // The called tool is only known after parsing. A message without a length reserves its whole limit, so its
  // limit is lower.
  const limit =
    request.headers['content-length'] === undefined
      ? bodyLimitBytes
      : Math.min(bodiesLimitBytes, Math.max(bodyLimitBytes, longestBody))
  const message = await readJson(request, limit, (bytes) =>
    response.once('close', room.take(bytes, caller.workspaceId)),
  )
  checkBounds(message)
  return message
}
