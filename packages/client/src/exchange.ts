// One request and its answer: what came back, or why nothing of use did.

import { AdrailError, type ErrorFacts } from './error.ts'
import { withExactIds } from './exactIds.ts'
import type { Facts } from './facts.ts'
import type { OperationName } from './method.ts'
import { operations } from './operations.ts'
import { retryAfterMs } from './pause.ts'

/** Where the service is, and how it is reached. */
export interface Door {
  readonly url: string
  readonly apiKey: string
  readonly fetch: typeof globalThis.fetch
  /** Is told of every answer, also of those that are followed by another try. */
  onAnswer(answer: Answer): void
}

/** An answer as far as somebody watching needs it. */
export interface Answer {
  readonly operation: OperationName
  readonly status: number
  readonly requestId: string
  /** 1 for the first try. */
  readonly attempt: number
  /** Whether the service gave the answer of an earlier request under the same idempotency key. */
  readonly replayed: boolean
  /** Why it is not what was asked for; absent after success. */
  readonly code?: ErrorFacts['code']
  /** The record of a write that was begun and did not succeed, or not yet. */
  readonly operationId?: string
}

export interface Request {
  readonly operation: OperationName
  readonly body: Readonly<Record<string, unknown>>
  readonly idempotencyKey?: string
  readonly waitSeconds?: number
  /** Whether the rows are wanted as CSV. */
  readonly asTable?: true
  readonly attempt: number
  readonly signal: AbortSignal
}

type ResultsOf = Readonly<Record<string, unknown>>

/** What a try came to. */
export type Outcome =
  | { readonly results: ResultsOf | string }
  | { readonly error: AdrailError; readonly retryAfterMs?: number }

export async function exchange(door: Door, request: Request): Promise<Outcome> {
  // What cannot be sent is a mistake of the caller's, and no other try helps.
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
      // The key must not follow a redirect to somebody else.
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

/** Node says only "fetch failed" and hides why in the cause. */
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
  // The service sends what the contract declares for a failure.
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

/** The envelope, if it is one: proxies answer in their own words. */
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
