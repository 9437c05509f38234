// When a message that was not taken is sent again, and when it is given up.

import type { Runtime } from '../base/runtime.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** After the first attempt, the second, and so on: more than three days in all. Close to what the standard suggests. */
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
/** So that what failed together does not come back together. */
const jitter = 0.1
const longestMs = 24 * hour

/** An endpoint that took nothing for so long, though it was tried, is disabled. */
export const disableAfterMs = 5 * 24 * hour

/** When to try again after so many attempts; nothing when it is given up. A receiver that names a later time is heard. */
export function nextAttemptAt(runtime: Runtime, attempts: number, retryAfter = ''): number | undefined {
  const pauseMs = pausesMs[attempts - 1]
  if (pauseMs === undefined) return undefined
  const chance = runtime.randomBytes(2).readUInt16BE() / 0xffff
  const ownMs = pauseMs * (1 + jitter * (2 * chance - 1))
  const askedMs = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * second : 0
  return runtime.now() + Math.round(Math.max(ownMs, Math.min(askedMs, longestMs)))
}
