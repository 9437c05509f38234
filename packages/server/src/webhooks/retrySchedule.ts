// Retry schedule of webhook deliveries.

import type { Runtime } from '../runtime/runtime.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * The delays after the first, second and further attempts add up to more than
 * three days. They are close to the suggestion of Standard Webhooks.
 */
const retryDelaysMs = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
/** Jitter prevents deliveries that failed together from being retried together. */
const jitter = 0.1
const maxRetryAfterMs = 24 * hour

/** An endpoint that accepted nothing for this long, despite attempts, is disabled. */
export const disableAfterMs = 5 * 24 * hour

/** Returns undefined after the last attempt. A later time in the receiver's `Retry-After` is respected. */
export function nextAttemptAt(runtime: Runtime, attempts: number, retryAfter = ''): number | undefined {
  const delayMs = retryDelaysMs[attempts - 1]
  if (delayMs === undefined) return undefined
  const random = runtime.randomBytes(2).readUInt16BE() / 0xffff
  const jitteredMs = delayMs * (1 + jitter * (2 * random - 1))
  const requestedMs = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * second : 0
  return runtime.now() + Math.round(Math.max(jitteredMs, Math.min(requestedMs, maxRetryAfterMs)))
}
