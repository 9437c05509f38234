// Pure functions of a credential row and the current time: what the credential needs, and when.

import type { Credential } from '../store/credentials.ts'
import { endOf } from './connectionHealth.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export function isAlive({ health }: Pick<Credential, 'health'>): boolean {
  return health === 'active' || health === 'degraded'
}

/** Only a new consent recovers the credential. */
export function isDead({ health }: Pick<Credential, 'health'>): boolean {
  return health === 'needs_reauth' || health === 'revoked'
}

/**
 * A blocked credential becomes usable again at its retry time, because
 * the person may have acted at the platform by then.
 */
export function isUsable(credential: Credential, now: number): boolean {
  return isAlive(credential) || (!isDead(credential) && credential.retry_at <= now)
}

export function hasExpired({ access_expires_at }: Credential, now: number): boolean {
  return access_expires_at !== null && access_expires_at <= now
}

/**
 * For a soft need, adrail refreshes in the background and still
 * uses the old token. For a hard need, callers wait.
 */
export type Need = 'none' | 'soft' | 'hard'

export function needOf(credential: Credential, now: number): Need {
  const { access_expires_at, issued_at } = credential
  if (access_expires_at === null) return 'none'
  const { softMs, hardMs } = windowsOf(credential)
  const leftMs = access_expires_at - now
  // A token with a shorter lifetime than its window (the consent itself
  // expires) gains nothing from an early refresh.
  const livesMs = access_expires_at - issued_at
  if (leftMs <= (livesMs > hardMs ? hardMs : 0)) return 'hard'
  return leftMs <= softMs && livesMs > softMs ? 'soft' : 'none'
}

function windowsOf({ platform, refresh_token }: Credential): { softMs: number; hardMs: number } {
  if (platform === 'search') return { softMs: 10 * minuteMs, hardMs: minuteMs }
  // adrail exchanges a social token for its successor, which is possible only until the token expires.
  if (platform === 'social') return { softMs: 30 * dayMs, hardMs: 0 }
  return refresh_token === '' ? { softMs: 0, hardMs: 0 } : { softMs: 7 * dayMs, hardMs: 5 * minuteMs }
}

/** The n-th entry is the delay after the n-th consecutive failure. */
const backOffMs = [30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs] as const

export function backOffAfter(failures: number): number {
  return backOffMs[Math.min(failures, backOffMs.length) - 1] ?? 0
}

/**
 * The backoff grows with each failure, but adrail retries every 30 seconds while callers wait for the token.
 */
export function retryTimeOf({ fail_count, retry_at }: Credential, need: Need): number {
  if (need !== 'hard' || fail_count === 0) return retry_at
  return retry_at - backOffAfter(fail_count) + backOffMs[0]
}

/** adrail checks once an hour whether a user who must act at the platform has done so. */
export const probeEveryMs = 60 * minuteMs
/** adrail checks every credential at least this often. */
export const lookEveryMs = 7 * dayMs

export function upkeepOf(credential: Credential, now: number): 'refresh' | 'inspect' | 'nothing' {
  const { platform, issued_at, inspected_at, retry_at, data_access_expires_at } = credential
  if (!isUsable(credential, now) || retry_at > now) return 'nothing'
  if (!isAlive(credential)) return 'refresh'
  // An idle search credential needs no access token. A weekly refresh verifies that the consent is
  // still valid, and keeps the platform from expiring the unused refresh token.
  if (platform === 'search') return now - issued_at > lookEveryMs ? 'refresh' : 'nothing'
  if (needOf(credential, now) !== 'none') return 'refresh'
  const dataAccessEnded =
    data_access_expires_at !== null && data_access_expires_at <= now && inspected_at < data_access_expires_at
  return now - inspected_at > lookEveryMs || dataAccessEnded ? 'inspect' : 'nothing'
}

/** While due maintenance cannot succeed, this delay gives the platform or another process time to finish. */
const patienceMs = 5 * minuteMs

/**
 * Returns the earliest time at which an unchanged credential can need maintenance or an expiry
 * warning. The time is at most a week away, because other processes may change the credential.
 */
export function lookAgainAt(credential: Credential, now: number): number {
  if (upkeepOf(credential, now) !== 'nothing' || endToTell(credential, now) !== undefined)
    return now + patienceMs
  return Math.min(now + lookEveryMs, ...changesOf(credential).filter((at) => at > now))
}

/** The results of `upkeepOf` and `endsWithinDays` can change at these times. */
function changesOf(credential: Credential): number[] {
  const { issued_at, inspected_at, retry_at, access_expires_at, data_access_expires_at } = credential
  const { softMs, hardMs } = windowsOf(credential)
  const ends = endOf(credential)
  return [
    retry_at,
    issued_at + lookEveryMs + 1,
    inspected_at + lookEveryMs + 1,
    ...(access_expires_at === null ? [] : [softMs, hardMs, 0].map((leftMs) => access_expires_at - leftMs)),
    ...(data_access_expires_at === null ? [] : [data_access_expires_at]),
    ...(ends === null ? [] : warnAtDays.map((days) => ends - days * dayMs)),
  ]
}

const warnAtDays = [30, 14, 7, 3, 1]
/** The value is one of the warning days. By then a refreshable token was refreshed long ago. */
const tellAtDays = 14

/** Returns undefined while the expiry is far off, or after users were notified of it. */
export function endToTell(credential: Credential, now: number): number | undefined {
  const ends = endOf(credential)
  if (ends === null || ends <= now || ends - now > tellAtDays * dayMs || isDead(credential)) return undefined
  return credential.end_told === ends ? undefined : ends
}

/** Returns the smallest warning threshold that the remaining time is within, in days. */
export function endsWithinDays(endsAt: number | null, now: number): number | undefined {
  return endsAt === null ? undefined : warnAtDays.findLast((days) => endsAt - now <= days * dayMs)
}
