// One HTTP request and its response.

import { AdrailError, type ErrorFields } from './error.ts'
import { withExactIds } from './exactIds.ts'
import type { Facts } from './facts.ts'
import type { Payload } from './fileContent.ts'
import type { OperationName } from './method.ts'
import { operations } from './operations.ts'
import { parseRetryAfterMs } from './pause.ts'

/** Address and credentials of the service. */
export interface Transport {
  readonly url: string
  readonly apiKey: string
  readonly fetch: typeof globalThis.fetch
  /** Called with every response, including responses that lead to a retry. */
  onAnswer(response: Answer): void
}

/** A response, for observers. */
export interface Answer {
  readonly operation: OperationName
  readonly status: number
  readonly requestId: string
  /** Starts at 1. */
  readonly attempt: number
  /** Whether the service replayed the response of an earlier request with the same idempotency key. */
  readonly replayed: boolean
  /** The error code. Absent after success. */
  readonly code?: ErrorFields['code']
  /** Id of the write that the request began, if the write failed or is still in progress. */
  readonly operationId?: string
}

export interface AttemptRequest {
  readonly operation: OperationName
  readonly payload: Payload
  readonly idempotencyKey?: string
  readonly waitSeconds?: number
  /** Whether the caller wants the rows as CSV. */
  readonly asCsv?: true
  readonly attempt: number
  readonly signal: AbortSignal
}

type ResultsObject = Readonly<Record<string, unknown>>

/** The outcome of one attempt. */
export type AttemptOutcome =
  | { readonly results: ResultsObject | string }
  | { readonly error: AdrailError; readonly retryAfterMs?: number }

export async function sendRequest(transport: Transport, request: AttemptRequest): Promise<AttemptOutcome> {
  // Invalid headers or bodies are a mistake of the caller, so they throw here and are not retried.
  const headers = new Headers({
    'x-api-key': transport.apiKey,
    'content-type': request.payload.mediaType,
    ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
    ...(request.waitSeconds === undefined ? {} : { prefer: `wait=${request.waitSeconds}` }),
    ...(request.asCsv ? { accept: 'text/csv' } : {}),
  })
  let response: Response
  let text: string
  try {
    response = await transport.fetch(`${transport.url}/${request.operation}`, {
      method: 'POST',
      headers,
      // The cast is safe, because every fetch accepts these types. Typings differ in the kinds of buffers.
      body: request.payload.content as NonNullable<RequestInit['body']>,
      // The API key must not follow a redirect to another host.
      redirect: 'manual',
      signal: request.signal,
    })
    text = await response.text()
  } catch (cause) {
    return { error: toNoResponseError(transport, request, cause) }
  }
  return toOutcome(transport, request, response, text)
}

function toNoResponseError(transport: Transport, request: AttemptRequest, cause: unknown): AdrailError {
  const isTimeout = request.signal.aborted
  const message = isTimeout
    ? `${request.operation} got no answer in time.`
    : `${request.operation} got no answer from ${transport.url}: ${describeCause(cause)}`
  const code = isTimeout ? 'TIMED_OUT' : 'CONNECTION_FAILED'
  return new AdrailError(message, { ...pickRequestFields(request), code, status: 0, retryable: true }, cause)
}

/** Node reports only "fetch failed" and hides the reason in the cause. */
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error && cause.cause.message ? cause.cause.message : cause.message
}

function toOutcome(
  transport: Transport,
  request: AttemptRequest,
  { status, headers }: Response,
  text: string,
): AttemptOutcome {
  const { operation, attempt } = request
  if (request.asCsv && status === 200 && headers.get('content-type')?.startsWith('text/csv')) {
    const requestId = headers.get('x-request-id') ?? ''
    transport.onAnswer({ operation, status, requestId, attempt, replayed: false })
    return { results: text }
  }
  const envelope = parseEnvelope(text)
  if (envelope === undefined) {
    const message = `${request.operation} received a response with status ${status} that is not from adrail. Check the URL ${transport.url}, and proxies in between.`
    const retryable = status === 429 || status >= 500
    const errorFields = {
      ...pickRequestFields(request),
      code: 'UNEXPECTED_ANSWER',
      status,
      retryable,
    } as const
    return { error: new AdrailError(message, errorFields), ...readRetryAfter(headers) }
  }
  const { requestId, results } = envelope
  const replayed = headers.get('idempotency-replayed') === 'true'
  const observedResponse: Answer = { operation, status, requestId, attempt, replayed }
  const { success, error: message, ...resultFields } = results
  const operationFacts: Facts = operations[operation]
  if (success === true) {
    transport.onAnswer(observedResponse)
    return { results: operationFacts.exactIds ? withExactIds(resultFields) : resultFields }
  }
  // The cast is safe, because the service sends the failure that the contract declares.
  const failure = resultFields as unknown as ErrorFields
  const { code, operationId } = failure
  transport.onAnswer({ ...observedResponse, code, ...(operationId === undefined ? {} : { operationId }) })
  const docs = `${transport.url}/docs/errors#${failure.code}`
  const error = new AdrailError(String(message), {
    ...failure,
    ...pickRequestFields(request),
    status,
    requestId,
    docs,
  })
  return { error, ...readRetryAfter(headers) }
}

function pickRequestFields({
  operation,
  idempotencyKey,
}: AttemptRequest): Pick<ErrorFields, 'operation' | 'idempotencyKey'> {
  return idempotencyKey === undefined ? { operation } : { operation, idempotencyKey }
}

function readRetryAfter(headers: Headers): { retryAfterMs?: number } {
  const ms = parseRetryAfterMs(headers.get('retry-after'))
  return ms === undefined ? {} : { retryAfterMs: ms }
}

/** Parses the envelope. Returns undefined for responses of proxies in other formats. */
function parseEnvelope(text: string): { requestId: string; results: ResultsObject } | undefined {
  try {
    const { requestId, results } = JSON.parse(text)
    return typeof requestId === 'string' && typeof results?.success === 'boolean'
      ? { requestId, results }
      : undefined
  } catch {
    return undefined
  }
}
