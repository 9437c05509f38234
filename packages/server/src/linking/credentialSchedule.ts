// Pure functions of a credential row and the current time: what the credential needs, and when.

import type { RefreshWindows } from '../platforms/connector-kit/tokenPolicy.ts'
import { dayMs, minuteMs } from '../runtime/durations.ts'
import type { Credential } from '../store/credentials.ts'
import { getConsentExpiry } from './connectionHealth.ts'
import { getDefinition } from './linking.ts'

export function isAlive({ health }: Pick<Credential, 'health'>): boolean {
  return health === 'active' || health === 'degraded'
}

/** Only a new consent recovers the credential. */
export function needsConsent({ health }: Pick<Credential, 'health'>): boolean {
  return health === 'needs_reauth' || health === 'revoked'
}

/**
 * A blocked credential becomes usable again at its retry time, because
 * the person may have acted at the platform by then.
 */
export function isUsable(credential: Credential, now: number): boolean {
  return isAlive(credential) || (!needsConsent(credential) && credential.retry_at <= now)
}

export function hasExpired({ access_expires_at }: Credential, now: number): boolean {
  return access_expires_at !== null && access_expires_at <= now
}

/**
 * For a soft need, adrail refreshes in the background and still
 * uses the old token. For a hard need, callers wait.
 */
export type RefreshNeed = 'none' | 'soft' | 'hard'

export function getRefreshNeed(credential: Credential, now: number): RefreshNeed {
  const { access_expires_at, issued_at } = credential
  if (access_expires_at === null) return 'none'
  const { softMs, hardMs } = getRefreshWindows(credential)
  const remainingMs = access_expires_at - now
  // A token with a shorter lifetime than its window (the consent itself
  // expires) gains nothing from an early refresh.
  const lifetimeMs = access_expires_at - issued_at
  if (remainingMs <= (lifetimeMs > hardMs ? hardMs : 0)) return 'hard'
  return remainingMs <= softMs && lifetimeMs > softMs ? 'soft' : 'none'
}

/** For a token that adrail cannot replace, only the expiry itself counts. */
function getRefreshWindows(credential: Credential): RefreshWindows {
  const { tokenPolicy } = getDefinition(credential)
  return tokenPolicy.refreshWindows(credential.refresh_token !== '') ?? { softMs: 0, hardMs: 0 }
}

/** The n-th entry is the delay after the n-th consecutive failure. */
const backoffMs = [30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs] as const

export function getBackoffMs(failures: number): number {
  return backoffMs[Math.min(failures, backoffMs.length) - 1] ?? 0
}

/**
 * The backoff grows with each failure, but adrail retries every 30 seconds while callers wait for the token.
 */
export function getRetryTime({ fail_count, retry_at }: Credential, need: RefreshNeed): number {
  if (need !== 'hard' || fail_count === 0) return retry_at
  return retry_at - getBackoffMs(fail_count) + backoffMs[0]
}

/** adrail checks once an hour whether a user who must act at the platform has done so. */
export const probeEveryMs = 60 * minuteMs
/** adrail checks every credential at least this often. */
export const checkEveryMs = 7 * dayMs

export function getMaintenanceAction(credential: Credential, now: number): 'refresh' | 'inspect' | 'nothing' {
  const { issued_at, inspected_at, retry_at, data_access_expires_at } = credential
  if (!isUsable(credential, now) || retry_at > now) return 'nothing'
  if (!isAlive(credential)) return 'refresh'
  if (getDefinition(credential).tokenPolicy.weeklyCheck === 'refresh')
    return now - issued_at > checkEveryMs ? 'refresh' : 'nothing'
  if (getRefreshNeed(credential, now) !== 'none') return 'refresh'
  const hasDataAccessEnded =
    data_access_expires_at !== null && data_access_expires_at <= now && inspected_at < data_access_expires_at
  return now - inspected_at > checkEveryMs || hasDataAccessEnded ? 'inspect' : 'nothing'
}

/** While due maintenance cannot succeed, this delay gives the platform or another process time to finish. */
const recheckDelayMs = 5 * minuteMs

/**
 * Returns the earliest time at which an unchanged credential can need maintenance or an expiry
 * warning. The time is at most a week away, because other processes may change the credential.
 */
export function computeNextCheckAt(credential: Credential, now: number): number {
  if (
    getMaintenanceAction(credential, now) !== 'nothing' ||
    findUnannouncedExpiry(credential, now) !== undefined
  )
    return now + recheckDelayMs
  return Math.min(now + checkEveryMs, ...listChangeTimes(credential).filter((at) => at > now))
}

/** The results of `getMaintenanceAction` and `findExpiryWarningDays` can change at these times. */
function listChangeTimes(credential: Credential): number[] {
  const { issued_at, inspected_at, retry_at, access_expires_at, data_access_expires_at } = credential
  const { softMs, hardMs } = getRefreshWindows(credential)
  const expiresAt = getConsentExpiry(credential)
  return [
    retry_at,
    issued_at + checkEveryMs + 1,
    inspected_at + checkEveryMs + 1,
    ...(access_expires_at === null
      ? []
      : [softMs, hardMs, 0].map((remainingMs) => access_expires_at - remainingMs)),
    ...(data_access_expires_at === null ? [] : [data_access_expires_at]),
    ...(expiresAt === null ? [] : warnAtDays.map((days) => expiresAt - days * dayMs)),
  ]
}

const warnAtDays = [30, 14, 7, 3, 1]
/** The value is one of the warning days. By then a refreshable token was refreshed long ago. */
const notifyWithinDays = 14

/** Returns undefined while the expiry is far off, or after users were notified of it. */
export function findUnannouncedExpiry(credential: Credential, now: number): number | undefined {
  const expiresAt = getConsentExpiry(credential)
  if (
    expiresAt === null ||
    expiresAt <= now ||
    expiresAt - now > notifyWithinDays * dayMs ||
    needsConsent(credential)
  )
    return undefined
  return credential.end_told === expiresAt ? undefined : expiresAt
}

/** Returns the smallest warning threshold that the remaining time is within, in days. */
export function findExpiryWarningDays(expiresAt: number | null, now: number): number | undefined {
  return expiresAt === null ? undefined : warnAtDays.findLast((days) => expiresAt - now <= days * dayMs)
}
