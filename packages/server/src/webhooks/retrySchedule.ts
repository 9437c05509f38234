// Retry schedule of webhook deliveries.

import { hourMs, minuteMs, secondMs } from '../runtime/durations.ts'
import type { Runtime } from '../runtime/runtime.ts'

/**
 * The delays after the first, second and further attempts add up to more than
 * three days. They are close to the suggestion of Standard Webhooks.
 */
const retryDelaysMs = [
  5 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]
/** Jitter prevents deliveries that failed together from being retried together. */
const jitter = 0.1
const maxRetryAfterMs = 24 * hourMs

/** An endpoint that accepted nothing for this long, despite attempts, is disabled. */
export const disableAfterMs = 5 * 24 * hourMs

/** Returns undefined after the last attempt. A later time in the receiver's `Retry-After` is respected. */
export function nextAttemptAt(runtime: Runtime, attempts: number, retryAfter = ''): number | undefined {
  const delayMs = retryDelaysMs[attempts - 1]
  if (delayMs === undefined) return undefined
  const random = runtime.randomBytes(2).readUInt16BE() / 0xffff
  const jitteredMs = delayMs * (1 + jitter * (2 * random - 1))
  const requestedMs = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * secondMs : 0
  return runtime.now() + Math.round(Math.max(jitteredMs, Math.min(requestedMs, maxRetryAfterMs)))
}
