// One HTTP request and its response.

import { AdrailError, type ErrorFacts } from './error.ts'
import { withExactIds } from './exactIds.ts'
import type { Facts } from './facts.ts'
import type { OperationName } from './method.ts'
import { operations } from './operations.ts'
import { retryAfterMs } from './pause.ts'

/** Address and credentials of the service. */
export interface Door {
  readonly url: string
  readonly apiKey: string
  readonly fetch: typeof globalThis.fetch
  /** Called with every response, including responses that lead to a retry. */
  onAnswer(answer: Answer): void
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
  readonly code?: ErrorFacts['code']
  /** Id of a write that was begun but has failed or not ended yet. */
  readonly operationId?: string
}

export interface Request {
  readonly operation: OperationName
  readonly body: Readonly<Record<string, unknown>>
  readonly idempotencyKey?: string
  readonly waitSeconds?: number
  /** Whether the caller wants the rows as CSV. */
  readonly asTable?: true
  readonly attempt: number
  readonly signal: AbortSignal
}

type ResultsOf = Readonly<Record<string, unknown>>

/** The outcome of one attempt. */
export type Outcome =
  | { readonly results: ResultsOf | string }
  | { readonly error: AdrailError; readonly retryAfterMs?: number }

export async function exchange(door: Door, request: Request): Promise<Outcome> {
  // Invalid headers or bodies are a mistake of the caller, so they throw here and are not retried.
  const headers = new Headers({
    'x-api-key': door.apiKey,
    'content-type': 'application/json',
    ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
    ...(request.waitSeconds === undefined ? {} : { prefer: `wait=${request.waitSeconds}` }),
    ...(request.asTable ? { accept: 'text/csv' } : {}),
  })
  const body = JSON.stringify(request.body)
  let response: Response
  let text: string
  try {
    response = await door.fetch(`${door.url}/${request.operation}`, {
      method: 'POST',
      headers,
      body,
      // The API key must not follow a redirect to another host.
      redirect: 'manual',
      signal: request.signal,
    })
    text = await response.text()
  } catch (cause) {
    return { error: noAnswer(door, request, cause) }
  }
  return outcomeOf(door, request, response, text)
}

function noAnswer(door: Door, request: Request, cause: unknown): AdrailError {
  const late = request.signal.aborted
  const message = late
    ? `${request.operation} got no answer in time.`
    : `${request.operation} got no answer from ${door.url}: ${reasonOf(cause)}`
  const code = late ? 'TIMED_OUT' : 'CONNECTION_FAILED'
  return new AdrailError(message, { ...known(request), code, status: 0, retryable: true }, cause)
}

/** Node reports only "fetch failed" and hides the reason in the cause. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error && cause.cause.message ? cause.cause.message : cause.message
}

function outcomeOf(door: Door, request: Request, { status, headers }: Response, text: string): Outcome {
  const { operation, attempt } = request
  if (request.asTable && status === 200 && headers.get('content-type')?.startsWith('text/csv')) {
    const requestId = headers.get('x-request-id') ?? ''
    door.onAnswer({ operation, status, requestId, attempt, replayed: false })
    return { results: text }
  }
  const envelope = envelopeIn(text)
  if (envelope === undefined) {
    const message = `${request.operation} got an answer that is not adrail's, with status ${status}. Check the address ${door.url} and what stands in between.`
    const retryable = status === 429 || status >= 500
    const facts = { ...known(request), code: 'UNEXPECTED_ANSWER', status, retryable } as const
    return { error: new AdrailError(message, facts), ...waitIn(headers) }
  }
  const { requestId, results } = envelope
  const replayed = headers.get('idempotency-replayed') === 'true'
  const answer: Answer = { operation, status, requestId, attempt, replayed }
  const { success, error: message, ...rest } = results
  const facts: Facts = operations[operation]
  if (success === true) {
    door.onAnswer(answer)
    return { results: facts.exactIds ? withExactIds(rest) : rest }
  }
  // The cast is safe, because the service sends the failure that the contract declares.
  const failure = rest as unknown as ErrorFacts
  const { code, operationId } = failure
  door.onAnswer({ ...answer, code, ...(operationId === undefined ? {} : { operationId }) })
  const docs = `${door.url}/docs/errors#${failure.code}`
  const error = new AdrailError(String(message), { ...failure, ...known(request), status, requestId, docs })
  return { error, ...waitIn(headers) }
}

function known({ operation, idempotencyKey }: Request): Pick<ErrorFacts, 'operation' | 'idempotencyKey'> {
  return idempotencyKey === undefined ? { operation } : { operation, idempotencyKey }
}

function waitIn(headers: Headers): { retryAfterMs?: number } {
  const ms = retryAfterMs(headers.get('retry-after'))
  return ms === undefined ? {} : { retryAfterMs: ms }
}

/** Parses the envelope. Returns undefined for responses of proxies in other formats. */
function envelopeIn(text: string): { requestId: string; results: ResultsOf } | undefined {
  try {
    const { requestId, results } = JSON.parse(text)
    return typeof requestId === 'string' && typeof results?.success === 'boolean'
      ? { requestId, results }
      : undefined
  } catch {
    return undefined
  }
}
