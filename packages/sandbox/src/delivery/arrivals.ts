// Leads that come from delivery: as many as the delivery model counts, each at an instant between the last look and this
// one. What has come stays: a campaign that is paused later takes nothing back.

import type { Zone } from './zone.ts'

/** How far the leads of an ad have been made: so many of a day, up to an instant. Kept in the state. */
export interface Arrived {
  day: number
  count: number
  at: number
}

export interface Arriving {
  readonly zone: Zone
  readonly now: number
  /** The platform gives out nothing that is older. */
  readonly keepDays: number
  /** The first day on which anything can have come. */
  readonly firstDay: number
  /** How many came on a day, as far as that day has gone. */
  countOn(day: number): number
}

/** The instants of the leads that came since the last look, oldest first; and how far that is. */
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
