// A call from the caller's point of view: sent as often as it takes, and never done twice.

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

/** Longer than the service itself takes: a write answers within 60 seconds, were it only that it is not known yet. */
const longestTryMs = 75_000

export async function call(
  door: Door,
  operation: OperationName,
  body: Readonly<Record<string, unknown>>,
  { signal, idempotencyKey, waitSeconds, asTable, ...own }: WriteOptions & { readonly asTable?: true },
  patience: Patience,
): Promise<unknown> {
  // What is given as undefined is not given.
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
    // A write that was begun is waited for; only what may not have arrived at all counts as a repetition.
    if (isBegun(error)) begun = error
    else retries++
    if (retries > maxRetries || retryAfterMs >= left() || !mayRepeat(operations[operation], error))
      // That no answer came says less than what is known already.
      throw error.status === 0 && begun ? begun : error
    await pause(retryAfterMs, signal)
  }
}

/** A write carries one key through all its tries. A dry run changes nothing and needs none. */
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

/** Not `randomUUID`, which browsers offer on https pages only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function isBegun({ code }: AdrailError): boolean {
  return code === 'OPERATION_PENDING' || code === 'IDEMPOTENCY_IN_PROGRESS'
}

/**
 * Reads change nothing and writes carry a key, so both may be sent again whenever that can help. What changes only the
 * service's own records has no key: it is sent again only after an answer of the service that says that nothing was done.
 * What a proxy says proves nothing of that.
 */
function mayRepeat({ effect }: Facts, error: AdrailError): boolean {
  if (!error.retryable) return false
  return effect !== 'local' || (error.code !== 'UNEXPECTED_ANSWER' && nothingDone.includes(error.status))
}

const nothingDone: readonly number[] = [408, 409, 429, 503]
