// Performs a call: sends as many attempts as necessary, and never executes a write twice.

import type { AdrailError } from './error.ts'
import { type Door, exchange } from './exchange.ts'
import type { Facts } from './facts.ts'
import type { OperationName, WriteOptions } from './method.ts'
import { operations } from './operations.ts'
import { backOffMs, countdown, pause } from './pause.ts'

export interface Patience {
  readonly timeoutMs: number
  readonly maxRetries: number
}

/** Longer than the service needs: a write returns within 60 seconds, at worst with `OPERATION_PENDING`. */
const longestTryMs = 75_000

export async function call(
  door: Door,
  operation: OperationName,
  body: Readonly<Record<string, unknown>>,
  { signal, idempotencyKey, waitSeconds, asTable, ...own }: WriteOptions & { readonly asTable?: true },
  patience: Patience,
): Promise<unknown> {
  // An option with the value undefined counts as absent.
  const { timeoutMs = patience.timeoutMs, maxRetries = patience.maxRetries } = own
  const key = keyFor(operation, body, idempotencyKey)
  const left = countdown(timeoutMs)
  let retries = 0
  let begun: AdrailError | undefined
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    const late = AbortSignal.timeout(Math.ceil(Math.min(left(), longestTryMs)))
    const outcome = await exchange(door, {
      operation,
      body,
      attempt,
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(key === undefined ? {} : { idempotencyKey: key }),
      ...(waitSeconds === undefined ? {} : { waitSeconds }),
      ...(asTable ? { asTable } : {}),
    })
    if ('results' in outcome) return outcome.results
    signal?.throwIfAborted()
    const { error, retryAfterMs = backOffMs(attempt) } = outcome
    // The client waits for a write that was begun. Only attempts that may not have arrived count as retries.
    if (isBegun(error)) begun = error
    else retries++
    if (retries > maxRetries || retryAfterMs >= left() || !mayRepeat(operations[operation], error))
      // An attempt without a response carries less information than an earlier pending response.
      throw error.status === 0 && begun ? begun : error
    await pause(retryAfterMs, signal)
  }
}

/** All attempts of a write share one idempotency key. A dry run changes nothing and needs none. */
function keyFor(
  operation: OperationName,
  body: Readonly<Record<string, unknown>>,
  given: string | undefined,
): string | undefined {
  if (given !== undefined) return given
  return isWrite(operations[operation], body) ? randomKey() : undefined
}

function isWrite({ effect }: Facts, body: Readonly<Record<string, unknown>>): boolean {
  return effect === 'write' && body['dryRun'] !== true
}

/** `randomUUID` is not available here, because browsers offer it on https pages only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function isBegun({ code }: AdrailError): boolean {
  return code === 'OPERATION_PENDING' || code === 'IDEMPOTENCY_IN_PROGRESS'
}

/**
 * Reads change nothing and writes carry an idempotency key, so the client may retry both. Local changes have
 * no key. The client retries them only after the service reported that it executed nothing. A response of a
 * proxy proves nothing.
 */
function mayRepeat({ effect }: Facts, error: AdrailError): boolean {
  if (!error.retryable) return false
  return effect !== 'local' || (error.code !== 'UNEXPECTED_ANSWER' && nothingDone.includes(error.status))
}

const nothingDone: readonly number[] = [408, 409, 429, 503]
