// Schedule of account polls: often while campaigns run, rarely while none does.

import { hourMs, minuteMs } from '../runtime/durations.ts'
import type { Mirror } from '../store/mirrors.ts'

/** A poll has to finish within this time. Then another process may poll the account. */
export const mirrorLeaseMs = 5 * minuteMs
/** A problem that only the user can fix is not retried every few minutes. */
const blockedRetryMs = hourMs
const campaignsEveryMs = { running: 15 * minuteMs, idle: 6 * hourMs } as const
const metricsEveryMs = { running: hourMs, idle: 24 * hourMs } as const

/** No account is polled less often than this. */
export const maxMirrorPollMs = campaignsEveryMs.idle

/** Polls use at most this share of a platform's quota. The remainder is reserved for callers. */
export const maxQuotaShare = 0.5

export function nextPollAt(now: number, isRunning: boolean): number {
  return now + campaignsEveryMs[isRunning ? 'running' : 'idle']
}

/**
 * The platform may suggest a retry time: LinkedIn takes a minute
 * after issue to report whether a new token is dead.
 */
export function retryAtAfterProblem(now: number, isUserActionNeeded: boolean, retryAfterMs = 0): number {
  if (isUserActionNeeded) return now + blockedRetryMs
  return now + Math.min(retryAfterMs || Number.POSITIVE_INFINITY, campaignsEveryMs.running)
}

/**
 * Metrics are read less often than campaigns because they cost more. A
 * time in the future is from before a clock jump.
 */
export function isMetricsDue({ figures_at }: Mirror, now: number, isRunning: boolean): boolean {
  if (figures_at === null || figures_at > now) return true
  return now - figures_at >= metricsEveryMs[isRunning ? 'running' : 'idle']
}
