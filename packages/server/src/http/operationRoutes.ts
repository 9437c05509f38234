// Routes for the contract's operations: a request becomes an invocation, and its outcome a response and a log
// line.

import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import { invalidBody } from '../base/errors.ts'
import type { BodyRoom } from '../guard/bodyRoom.ts'
import { askerWithKey, isUrgent } from '../guard/urgency.ts'
import { codeOf, type Invocation, invoke, type Outcome } from '../waist/invoke.ts'
import type { Service } from '../waist/service.ts'
import { sendEnvelope, sendLargeEnvelope, sendTable } from './answer.ts'
import { readJson } from './body.ts'
import { prefersTable } from './csv.ts'
import { type Exchange, keyOf } from './exchange.ts'
import { type Listeners, tellOf } from './requestLog.ts'
import type { Routes } from './routeTable.ts'

export interface OperationOptions extends Listeners {
  readonly service: Service
  readonly room: BodyRoom
  /** For the bodies of urgent operations. */
  readonly urgentRoom: BodyRoom
  readonly bodyLimitBytes: number
  readonly bodiesLimitBytes: number
}

export function addOperations(routes: Routes, options: OperationOptions): void {
  for (const operation of operationNames)
    routes.operation(
      `/${operation}`,
      (exchange) => perform(operation, exchange, options, { surface: 'http', apiKey: keyOf(exchange) }),
      {
        whoAsks: (exchange) => askerWithKey(options.service.authenticator, keyOf(exchange)),
        mayBeUrgent: isUrgent(operation),
      },
    )
}

/** The credentials of the caller and the surface of the request. */
interface Asker extends Pick<Invocation, 'surface' | 'apiKey' | 'admitted'> {
  /** Throws if the surface does not accept this body. */
  readonly check?: (body: unknown) => void
  /** Fields that the surface adds to the results of the operation. */
  readonly adds?: (results: Outcome['results']) => Readonly<Record<string, unknown>>
}

export async function perform(
  operation: OperationName,
  exchange: Exchange,
  options: OperationOptions,
  asker: Asker,
): Promise<void> {
  const { service, room, urgentRoom, bodyLimitBytes, bodiesLimitBytes } = options
  const { requestId, request, response } = exchange
  const startedAt = service.runtime.monotonic()
  const outcome = await invoke(
    {
      ...asker,
      operation,
      requestId,
      idempotencyKey: exchange.header('idempotency-key'),
      prefer: exchange.header('prefer'),
      sourceAddress: () => exchange.address,
      headers: request.headers,
      readBody: async ({ workspaceId }) => {
        refuseMembersInUrl(operation, exchange)
        const place = isUrgent(operation) ? urgentRoom : room
        const body = await readJson(
          request,
          // A body larger than the budget would never fit, and its caller would retry in vain.
          Math.min(bodiesLimitBytes, Math.max(bodyLimitBytes, declarationOf(operation).bodyBytes ?? 0)),
          (bytes) => void response.once('close', place.take(bytes, workspaceId)),
        )
        asker.check?.(body)
        return body
      },
    },
    service,
  )
  const { adds } = asker
  const { status, failure, caller, traceId } = outcome
  if (caller) exchange.markKeyed()
  const results =
    adds && outcome.results.success ? { ...outcome.results, ...adds(outcome.results) } : outcome.results
  const durationMs = service.runtime.monotonic() - startedAt
  const code = codeOf(outcome)
  tellOf(
    exchange,
    { surface: asker.surface, operation, status, code, caller, failure, durationMs, traceId },
    options,
  )
  if (
    status === 200 &&
    results.success &&
    declarationOf(operation).table &&
    prefersTable(exchange.header('accept'))
  )
    await sendTable(exchange, operation, results, outcome.headers, service.runtime)
  else if (outcome.mayBeLarge) await sendLargeEnvelope(exchange, results, outcome.headers, service.runtime)
  else exchange.answerAfter(failure, () => sendEnvelope(exchange, status, results, outcome.headers))
}

/**
 * The URL is never read for fields. A caller that writes a field there means it: `?dryRun=true` must not
 * spend money.
 */
function refuseMembersInUrl(operation: OperationName, exchange: Exchange): void {
  if (!exchange.url.includes('?')) return
  const given = new Set([...exchange.query.keys()].map((name) => name.toLowerCase()))
  const field = Object.keys(declarationOf(operation).input.shape).find((name) =>
    given.has(name.toLowerCase()),
  )
  if (field === undefined) return
  const message = `${field} stands in the URL; an operation is told everything by its body.`
  throw invalidBody([{ field, code: 'UNKNOWN', message }])
}
