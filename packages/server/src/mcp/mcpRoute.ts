// The MCP route, with the same keys, limits and log as HTTP. The protocol library handles the protocol
// itself. The first request loads the library, because most services never get one.

import { declarationOf, operationNames } from '@adrail/contract'
import type { Caller } from '../admission/authenticate.ts'
import { assertBodyBounds } from '../admission/bodyBounds.ts'
import type { BodyByteBudget } from '../admission/bodyByteBudget.ts'
import type { Admission } from '../admission/requestLimiter.ts'
import { lookupByKey } from '../admission/urgentAccess.ts'
import { readJson } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { commonHeaders } from '../http/httpResponses.ts'
import { logRequest, type RequestLogDeps } from '../http/requestLog.ts'
import type { Routes } from '../http/routeTable.ts'
import { admit } from '../pipeline/admit.ts'
import { outcomeCode } from '../pipeline/invoke.ts'
import type { Service } from '../pipeline/service.ts'
import { toServiceError } from '../pipeline/toServiceError.ts'
import { ServiceError } from '../runtime/errors.ts'
import { rpcOperationName, sendRpcFailure } from './jsonRpc.ts'
import type { McpRequest } from './mcpRequest.ts'
import { parseToolView } from './toolView.ts'

export interface McpOptions extends RequestLogDeps {
  readonly service: Service
  readonly bodyBudget: BodyByteBudget
  readonly bodyLimitBytes: number
  readonly totalBodiesLimitBytes: number
  publicUrl(): string
}

/** The route serves only POST: it has no server-initiated messages and no sessions. */
export function addMcpRoute(routes: Routes, options: McpOptions): void {
  routes.operation('/mcp', (exchange) => handleMcp(exchange, options), {
    callerLookup: (exchange) => lookupByKey(options.service.authenticator, readApiKey(exchange)),
    // Administrators' operations are not tools.
    canBeUrgent: false,
  })
}

async function handleMcp(exchange: Exchange, options: McpOptions): Promise<void> {
  const { service, publicUrl } = options
  const startedAt = service.runtime.monotonic()
  const headers: Record<string, string> = {}
  let caller: Caller | undefined
  let admission: Admission | undefined
  let message: unknown
  let mcpRequest: McpRequest | undefined
  let status = 200
  let failure: ServiceError | undefined
  try {
    assertOwnOrigin(exchange.header('origin'), publicUrl())
    const apiKey = readApiKey(exchange)
    caller = await service.authenticator.authenticate(apiKey, () => exchange.address)
    exchange.markAuthenticated()
    admission = await admit(caller, service.limiter, headers)
    const view = parseToolView(exchange.query)
    message = await readMessage(exchange, caller, options)
    mcpRequest = { exchange, service, apiKey, caller, admission, view, publicUrl: publicUrl() }
    const { handleMessage } = await import('./protocol.ts')
    const reply = await handleMessage(message, mcpRequest)
    status = reply.status
    const allHeaders = { ...commonHeaders(exchange.requestId), ...headers, 'content-type': reply.contentType }
    exchange.send(status, allHeaders, reply.body)
  } catch (error) {
    const refusal = toServiceError(error)
    failure = refusal
    status = refusal.status
    exchange.sendOrDelay(refusal, () => sendRpcFailure(exchange, refusal, headers, message))
  } finally {
    admission?.release()
  }
  const invocation = mcpRequest?.invocation
  failure ??= mcpRequest?.failure
  logRequest(
    exchange,
    {
      surface: 'mcp',
      operation: invocation?.operation ?? rpcOperationName(message),
      status: invocation?.outcome.status ?? status,
      code: invocation ? outcomeCode(invocation.outcome) : (failure?.code ?? ''),
      caller,
      failure: failure ?? invocation?.outcome.failure,
      durationMs: service.runtime.monotonic() - startedAt,
      traceId: invocation?.outcome.traceId,
    },
    options,
  )
}

/** Refuses browser requests from pages of other sites. */
function assertOwnOrigin(origin: string | undefined, publicUrl: string): void {
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    throw new ServiceError('ORIGIN_NOT_ALLOWED')
}

/** Accepts the key in `x-api-key`, or as a bearer token, which MCP clients usually send. */
function readApiKey(exchange: Exchange): string | undefined {
  return exchange.header('x-api-key') ?? /^Bearer +(\S+)$/i.exec(exchange.header('authorization') ?? '')?.[1]
}

/** The largest body that any operation accepts. */
const maxOperationBodyBytes = Math.max(...operationNames.map((name) => declarationOf(name).bodyBytes ?? 0))

async function readMessage(
  exchange: Exchange,
  caller: Caller,
  { bodyBudget, bodyLimitBytes, totalBodiesLimitBytes }: McpOptions,
): Promise<unknown> {
  const { request, response } = exchange
  // The called tool is only known after parsing. A message without a length reserves its whole limit, so its
  // limit is lower.
  const limit =
    request.headers['content-length'] === undefined
      ? bodyLimitBytes
      : Math.min(totalBodiesLimitBytes, Math.max(bodyLimitBytes, maxOperationBodyBytes))
  const message = await readJson(request, limit, (bytes) =>
    response.once('close', bodyBudget.acquire(bytes, caller.workspaceId)),
  )
  assertBodyBounds(message)
  return message
}
