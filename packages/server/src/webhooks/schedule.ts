// Retry schedule of webhook deliveries.

import type { Runtime } from '../base/runtime.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * The delays after the first, second and further attempts add up to more than
 * three days. They are close to the suggestion of Standard Webhooks.
 */
const pausesMs = [
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
const longestMs = 24 * hour

/** An endpoint that accepted nothing for this long, despite attempts, is disabled. */
export const disableAfterMs = 5 * 24 * hour

/** Returns undefined after the last attempt. A later time in the receiver's `Retry-After` is respected. */
export function nextAttemptAt(runtime: Runtime, attempts: number, retryAfter = ''): number | undefined {
  const pauseMs = pausesMs[attempts - 1]
  if (pauseMs === undefined) return undefined
  const chance = runtime.randomBytes(2).readUInt16BE() / 0xffff
  const ownMs = pauseMs * (1 + jitter * (2 * chance - 1))
  const askedMs = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * second : 0
  return runtime.now() + Math.round(Math.max(ownMs, Math.min(askedMs, longestMs)))
}
