// The operations of the contract as routes: a request becomes an invocation, its outcome an answer and a log line.

import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import { invalidBody } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import type { Metrics } from '../base/metrics.ts'
import { BodyRoom } from '../guard/bodyRoom.ts'
import { invoke } from '../waist/invoke.ts'
import type { Service } from '../waist/service.ts'
import { sendEnvelope, sendLargeEnvelope } from './answer.ts'
import { readJson } from './body.ts'
import type { Exchange } from './exchange.ts'
import type { Routes } from './routeTable.ts'

export interface OperationOptions {
  readonly service: Service
  readonly log: Log
  readonly metrics: Metrics
  readonly bodyLimitBytes: number
  readonly bodiesLimitBytes: number
}

export function addOperations(routes: Routes, options: OperationOptions): void {
  const room = new BodyRoom(options.bodiesLimitBytes)
  for (const operation of operationNames)
    routes.operation(`/${operation}`, (exchange) => perform(operation, exchange, room, options))
}

async function perform(
  operation: OperationName,
  exchange: Exchange,
  room: BodyRoom,
  { service, log, metrics, bodyLimitBytes }: OperationOptions,
): Promise<void> {
  const { requestId, request, response } = exchange
  const startedAt = service.runtime.monotonic()
  const outcome = await invoke(
    {
      operation,
      requestId,
      apiKey: exchange.header('x-api-key'),
      idempotencyKey: exchange.header('idempotency-key'),
      sourceAddress: exchange.address,
      readBody: () => {
        refuseMembersInUrl(operation, exchange)
        return readJson(request, bodyLimitBytes, (bytes) => void response.once('close', room.take(bytes)))
      },
    },
    service,
  )
  const { status, results, failure, caller } = outcome
  const durationMs = service.runtime.monotonic() - startedAt
  const code = results.success ? '' : String(results['code'])
  metrics.request(operation, status, code, durationMs / 1000)
  log.request({
    requestId,
    operation,
    status,
    ...(code === '' ? {} : { code }),
    ...(caller ? { workspaceId: caller.workspaceId, keyId: caller.keyId } : {}),
    ...callerRequestId(exchange),
    ms: Math.round(durationMs * 1000) / 1000,
  })
  if (failure?.code === 'INTERNAL') log.error('request failed', failure, { requestId, operation })
  if (outcome.mayBeLarge) await sendLargeEnvelope(exchange, results, outcome.headers, service.runtime)
  else sendEnvelope(exchange, status, results, outcome.headers)
}

/** Nothing is read from the URL. Whoever writes a member there means it: `?dryRun=true` must not spend money. */
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

/** The id that the caller gave the request, kept beside ours so that both sides find it. */
function callerRequestId(exchange: Exchange): { callerRequestId?: string } {
  const id = exchange.header('x-request-id')
  return id !== undefined && /^[\w-]{1,64}$/.test(id) ? { callerRequestId: id } : {}
}
