// Routes for the contract's operations: a request becomes an invocation, and its outcome a response and a log
// line.

import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import type { BodyByteBudget } from '../admission/bodyByteBudget.ts'
import { isUrgent, lookupByKey } from '../admission/urgentAccess.ts'
import { type Invocation, type InvocationOutcome, invoke, outcomeCode } from '../pipeline/invoke.ts'
import type { Service } from '../pipeline/service.ts'
import { invalidBodyError } from '../runtime/errors.ts'
import { readBinaryBody } from './binaryBody.ts'
import { readJson } from './body.ts'
import { prefersCsv } from './csv.ts'
import { type Exchange, readApiKeyHeader } from './exchange.ts'
import { sendCsv, sendEnvelope, sendLargeEnvelope } from './httpResponses.ts'
import { logRequest, type RequestLogDeps } from './requestLog.ts'
import type { Routes } from './routeTable.ts'

export interface OperationOptions extends RequestLogDeps {
  readonly service: Service
  readonly bodyBudget: BodyByteBudget
  /** For the bodies of urgent operations. */
  readonly urgentBodyBudget: BodyByteBudget
  /** For the bodies that are files. */
  readonly uploadBudget: BodyByteBudget
  readonly bodyLimitBytes: number
  readonly totalBodiesLimitBytes: number
}

export function addOperationRoutes(routes: Routes, options: OperationOptions): void {
  for (const operation of operationNames)
    routes.operation(
      `/${operation}`,
      (exchange) =>
        performOperation(operation, exchange, options, {
          surface: 'http',
          apiKey: readApiKeyHeader(exchange),
        }),
      {
        callerLookup: (exchange) => lookupByKey(options.service.authenticator, readApiKeyHeader(exchange)),
        canBeUrgent: isUrgent(operation),
      },
    )
}

/** The credentials of the caller and the surface of the request. */
interface SurfaceCaller extends Pick<Invocation, 'surface' | 'apiKey' | 'admitted'> {
  /** Throws if the surface does not accept this body. */
  readonly checkBody?: (body: unknown) => void
  /** Fields that the surface adds to the results of the operation. */
  readonly extraResults?: (results: InvocationOutcome['results']) => Readonly<Record<string, unknown>>
}

export async function performOperation(
  operation: OperationName,
  exchange: Exchange,
  options: OperationOptions,
  surfaceCaller: SurfaceCaller,
): Promise<void> {
  const { service, bodyBudget, urgentBodyBudget, uploadBudget, bodyLimitBytes, totalBodiesLimitBytes } =
    options
  const { requestId, request, response } = exchange
  const startedAt = service.runtime.monotonic()
  const outcome = await invoke(
    {
      ...surfaceCaller,
      operation,
      requestId,
      idempotencyKey: exchange.header('idempotency-key'),
      prefer: exchange.header('prefer'),
      sourceAddress: () => exchange.address,
      headers: request.headers,
      readBody: async ({ workspaceId }) => {
        refuseFieldsInUrl(operation, exchange)
        const { binaryBody, bodyBytes = 0 } = declarationOf(operation)
        const acquireFrom = (budget: BodyByteBudget) => (bytes: number) =>
          void response.once('close', budget.acquire(bytes, workspaceId))
        if (binaryBody) return await readBinaryBody(request, binaryBody, acquireFrom(uploadBudget))
        const body = await readJson(
          request,
          // A body larger than the budget would never fit, and its caller would retry in vain.
          Math.min(totalBodiesLimitBytes, Math.max(bodyLimitBytes, bodyBytes)),
          acquireFrom(isUrgent(operation) ? urgentBodyBudget : bodyBudget),
        )
        surfaceCaller.checkBody?.(body)
        return body
      },
    },
    service,
  )
  const { extraResults } = surfaceCaller
  const { status, failure, caller, traceId } = outcome
  if (caller) exchange.markAuthenticated()
  const results =
    extraResults && outcome.results.success
      ? { ...outcome.results, ...extraResults(outcome.results) }
      : outcome.results
  const durationMs = service.runtime.monotonic() - startedAt
  const code = outcomeCode(outcome)
  logRequest(
    exchange,
    { surface: surfaceCaller.surface, operation, status, code, caller, failure, durationMs, traceId },
    options,
  )
  if (
    status === 200 &&
    results.success &&
    declarationOf(operation).table &&
    prefersCsv(exchange.header('accept'))
  )
    await sendCsv(exchange, operation, results, outcome.headers, service.runtime)
  else if (outcome.mayBeLarge) await sendLargeEnvelope(exchange, results, outcome.headers, service.runtime)
  else exchange.sendOrDelay(failure, () => sendEnvelope(exchange, status, results, outcome.headers))
}

/**
 * The URL is never read for fields. A caller that writes a field there means it: `?dryRun=true` must not
 * spend money.
 */
function refuseFieldsInUrl(operation: OperationName, exchange: Exchange): void {
  if (!exchange.url.includes('?')) return
  const queryNames = new Set([...exchange.query.keys()].map((name) => name.toLowerCase()))
  const field = Object.keys(declarationOf(operation).input.shape).find((name) =>
    queryNames.has(name.toLowerCase()),
  )
  if (field === undefined) return
  const message = `${field} is in the URL. Operations read all fields from the body.`
  throw invalidBodyError([{ field, code: 'UNKNOWN', message }])
}
