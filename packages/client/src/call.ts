// Performs a call: sends as many attempts as necessary, and never executes a write twice.

import type { AdrailError } from './error.ts'
import { sendRequest, type Transport } from './exchange.ts'
import type { Facts } from './facts.ts'
import { createPayload, type FileContent } from './fileContent.ts'
import type { OperationName, WriteOptions } from './method.ts'
import { operations } from './operations.ts'
import { computeBackoffMs, sleep, startCountdown } from './pause.ts'

type CallBody = FileContent | Readonly<Record<string, unknown>>

export interface RetryLimits {
  readonly timeoutMs: number
  readonly maxRetries: number
}

/** Longer than the service needs: a write returns within 60 seconds, at worst with `OPERATION_PENDING`. */
const maxAttemptMs = 75_000

export async function call(
  transport: Transport,
  operation: OperationName,
  body: CallBody,
  { signal, idempotencyKey, waitSeconds, asCsv, ...overrides }: WriteOptions & { readonly asCsv?: true },
  limits: RetryLimits,
): Promise<unknown> {
  // An option with the value undefined counts as absent.
  const { timeoutMs = limits.timeoutMs, maxRetries = limits.maxRetries } = overrides
  const facts: Facts = operations[operation]
  const payload = await createPayload(body, facts.mediaTypes)
  const key = chooseIdempotencyKey(operation, body, idempotencyKey)
  const getRemainingMs = startCountdown(timeoutMs)
  let retries = 0
  let pendingError: AdrailError | undefined
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    const timeoutSignal = AbortSignal.timeout(Math.ceil(Math.min(getRemainingMs(), maxAttemptMs)))
    const outcome = await sendRequest(transport, {
      operation,
      payload,
      attempt,
      signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
      ...(key === undefined ? {} : { idempotencyKey: key }),
      ...(waitSeconds === undefined ? {} : { waitSeconds }),
      ...(asCsv ? { asCsv } : {}),
    })
    if ('results' in outcome) return outcome.results
    signal?.throwIfAborted()
    const { error, retryAfterMs = computeBackoffMs(attempt) } = outcome
    // The client waits for a write that was begun. Only attempts that may not have arrived count as retries.
    if (isInProgress(error)) pendingError = error
    else retries++
    if (retries > maxRetries || retryAfterMs >= getRemainingMs() || !canRetry(operations[operation], error))
      // An attempt without a response carries less information than an earlier pending response.
      throw error.status === 0 && pendingError ? pendingError : error
    await sleep(retryAfterMs, signal)
  }
}

/** All attempts of a write share one idempotency key. A dry run changes nothing and needs none. */
function chooseIdempotencyKey(
  operation: OperationName,
  body: CallBody,
  callerKey: string | undefined,
): string | undefined {
  if (callerKey !== undefined) return callerKey
  return isWrite(operations[operation], body) ? createIdempotencyKey() : undefined
}

function isWrite({ effect }: Facts, body: CallBody): boolean {
  return effect === 'write' && !('dryRun' in body && body.dryRun === true)
}

/** `randomUUID` is not available here, because browsers offer it on https pages only. */
function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function isInProgress({ code }: AdrailError): boolean {
  return code === 'OPERATION_PENDING' || code === 'IDEMPOTENCY_IN_PROGRESS'
}

/**
 * Reads change nothing, writes carry an idempotency key, and the service stores an equal file once, so the
 * client may retry them. Other local changes have no key. The client retries them only after the service
 * reported that it executed nothing. A response of a proxy proves nothing.
 */
function canRetry({ effect, mediaTypes }: Facts, error: AdrailError): boolean {
  if (!error.retryable) return false
  return (
    effect !== 'local' ||
    mediaTypes !== undefined ||
    (error.code !== 'UNEXPECTED_ANSWER' && notExecutedStatuses.includes(error.status))
  )
}

const notExecutedStatuses: readonly number[] = [408, 409, 429, 503]
