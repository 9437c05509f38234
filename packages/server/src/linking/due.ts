// What a credential needs, and when: questions about one row and the time, nothing else.

import type { Credential } from '../store/credentials.ts'
import { endOf } from './connectionHealth.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export function isAlive({ health }: Pick<Credential, 'health'>): boolean {
  return health === 'active' || health === 'degraded'
}

/** Only a new consent helps. */
export function isDead({ health }: Pick<Credential, 'health'>): boolean {
  return health === 'needs_reauth' || health === 'revoked'
}

/** Whether it can be worked with, or at least be asked about: a person who had to act may have done so by now. */
export function isUsable(credential: Credential, now: number): boolean {
  return isAlive(credential) || (!isDead(credential) && credential.retry_at <= now)
}

export function hasExpired({ access_expires_at }: Credential, now: number): boolean {
  return access_expires_at !== null && access_expires_at <= now
}

/** Soft: refreshed in the background while the old token is still used. Hard: callers wait. */
export type Need = 'none' | 'soft' | 'hard'

export function needOf(credential: Credential, now: number): Need {
  const { access_expires_at, issued_at } = credential
  if (access_expires_at === null) return 'none'
  const { softMs, hardMs } = windowsOf(credential)
  const leftMs = access_expires_at - now
  // A token that was given less time than that (the consent itself ends) gains nothing by being replaced early.
  const livesMs = access_expires_at - issued_at
  if (leftMs <= (livesMs > hardMs ? hardMs : 0)) return 'hard'
  return leftMs <= softMs && livesMs > softMs ? 'soft' : 'none'
}

function windowsOf({ platform, refresh_token }: Credential): { softMs: number; hardMs: number } {
  if (platform === 'search') return { softMs: 10 * minuteMs, hardMs: minuteMs }
  // A social token is exchanged for its successor, which is possible only while it lives.
  if (platform === 'social') return { softMs: 30 * dayMs, hardMs: 0 }
  return refresh_token === '' ? { softMs: 0, hardMs: 0 } : { softMs: 7 * dayMs, hardMs: 5 * minuteMs }
}

/** After the n-th failure in a row. */
const backOffMs = [30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs] as const

export function backOffAfter(failures: number): number {
  return backOffMs[Math.min(failures, backOffMs.length) - 1] ?? 0
}

/** The earliest time to ask again after failures: with growing patience, but twice a minute while callers wait for it. */
export function retryTimeOf({ fail_count, retry_at }: Credential, need: Need): number {
  if (need !== 'hard' || fail_count === 0) return retry_at
  return retry_at - backOffAfter(fail_count) + backOffMs[0]
}

/** A user who must act at the platform first may have done so: that is looked at once an hour. */
export const probeEveryMs = 60 * minuteMs
/** No credential waits longer to be looked at. */
export const lookEveryMs = 7 * dayMs

/** What upkeep has to do for a credential that nobody asks for. */
export function upkeepOf(credential: Credential, now: number): 'refresh' | 'inspect' | 'nothing' {
  const { platform, issued_at, inspected_at, retry_at, data_access_expires_at } = credential
  if (!isUsable(credential, now) || retry_at > now) return 'nothing'
  if (!isAlive(credential)) return 'refresh'
  // An idle search credential needs no access token. Asking for one each week tells whether the consent still stands,
  // and keeps its refresh token from being forgotten for want of use.
  if (platform === 'search') return now - issued_at > lookEveryMs ? 'refresh' : 'nothing'
  if (needOf(credential, now) !== 'none') return 'refresh'
  const dataAccessEnded =
    data_access_expires_at !== null && data_access_expires_at <= now && inspected_at < data_access_expires_at
  return now - inspected_at > lookEveryMs || dataAccessEnded ? 'inspect' : 'nothing'
}

/** While something is wanted that cannot be had: time for the platform, or for somebody else who is at it. */
const patienceMs = 5 * minuteMs

/**
 * The earliest time at which there can be something to do for a credential, or to say about it, as long as nobody
 * changes it; within a week in any case, since somebody may have.
 */
export function lookAgainAt(credential: Credential, now: number): number {
  if (upkeepOf(credential, now) !== 'nothing' || endToTell(credential, now) !== undefined)
    return now + patienceMs
  return Math.min(now + lookEveryMs, ...changesOf(credential).filter((at) => at > now))
}

/** The moments at which the answers of `upkeepOf` and `endsWithinDays` may change by the passing of time. */
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
/** One of the days above. By then a token that can be prolonged was prolonged long ago. */
const tellAtDays = 14

/** The end of which the users have to be told now; nothing while it is far off, or was told. */
export function endToTell(credential: Credential, now: number): number | undefined {
  const ends = endOf(credential)
  if (ends === null || ends <= now || ends - now > tellAtDays * dayMs || isDead(credential)) return undefined
  return credential.end_told === ends ? undefined : ends
}

/** Within how many days the user has to give consent again; nothing while that is far off. */
export function endsWithinDays(endsAt: number | null, now: number): number | undefined {
  return endsAt === null ? undefined : warnAtDays.findLast((days) => endsAt - now <= days * dayMs)
}
