// When an account is looked at: often while something runs there, rarely while nothing does.

import type { Mirror } from '../store/mirrors.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Whoever looks has so long for it; then it is somebody else's turn. */
export const patienceMs = 5 * minuteMs
/** What only a person can mend is not tried every few minutes. */
const blockedMs = hourMs
const campaignsEveryMs = { running: 15 * minuteMs, idle: 6 * hourMs } as const
const figuresEveryMs = { running: hourMs, idle: 24 * hourMs } as const

/** No account waits longer. */
export const longestMs = campaignsEveryMs.idle

/** The rest of what a platform allows is left to callers. */
export const mostOfQuota = 0.5

export function nextLook(now: number, isRunning: boolean): number {
  return now + campaignsEveryMs[isRunning ? 'running' : 'idle']
}

/** The platform may say when it is worth while to try again: LinkedIn, whether a new token is dead, a minute after its issue. */
export function lookAfterProblem(now: number, isForPeople: boolean, retryAfterMs = 0): number {
  if (isForPeople) return now + blockedMs
  return now + Math.min(retryAfterMs || Number.POSITIVE_INFINITY, campaignsEveryMs.running)
}

/** Figures change more slowly than they cost. A time to come is one of a clock that was turned. */
export function wantsFigures({ figures_at }: Mirror, now: number, isRunning: boolean): boolean {
  if (figures_at === null || figures_at > now) return true
  return now - figures_at >= figuresEveryMs[isRunning ? 'running' : 'idle']
}
