// Leads from delivery: the delivery model determines their number, and each lead gets an instant between the
// last check and this one. Leads are never removed, even if a campaign is paused later.

import type { Zone } from './zone.ts'

/** Progress of an ad's leads: the number of leads created for a day, up to an instant. Part of the state. */
export interface Arrived {
  day: number
  count: number
  at: number
}

export interface Arriving {
  readonly zone: Zone
  readonly now: number
  /** The platform returns no leads that are older. */
  readonly keepDays: number
  /** The first day on which a lead can have arrived. */
  readonly firstDay: number
  /** Returns how many leads arrived on a day so far. */
  countOn(day: number): number
}

/** Returns the instants of the leads since the last check, oldest first, and the new progress. */
export function arrivalsSince(
  arrived: Arrived | undefined,
  { zone, now, keepDays, firstDay, countOn }: Arriving,
): { readonly instants: number[]; readonly arrived: Arrived } {
  const today = zone.dayOf(now)
  const instants: number[] = []
  let { day, count, at } = arrived ?? { day: Math.max(firstDay, today - keepDays), count: 0, at: 0 }
  for (; day <= today; day++) {
    const whole = Math.max(count, countOn(day))
    const from = Math.max(zone.startOf(day), at)
    const until = Math.min(zone.startOf(day + 1), now)
    for (let index = count; index < whole; index++) {
      const part = (index - count + 1) / (whole - count + 1)
      instants.push(Math.floor((from + (until - from) * part) / 1000) * 1000)
    }
    count = day === today ? whole : 0
  }
  return { instants, arrived: { day: Math.max(today, arrived?.day ?? today), count, at: Math.max(now, at) } }
}
