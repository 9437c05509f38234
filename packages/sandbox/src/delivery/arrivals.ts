// Leads from delivery: the delivery model determines their number, and each lead gets an instant between the
// last check and this one. Leads are never removed, even if a campaign is paused later.

import type { Zone } from './zone.ts'

/** Progress of an ad's leads: the number of leads created for a day, up to an instant. Part of the state. */
export interface ArrivalProgress {
  day: number
  count: number
  at: number
}

export interface ArrivalInput {
  readonly zone: Zone
  readonly now: number
  /** The platform returns no leads that are older. */
  readonly retentionDays: number
  /** The first day on which a lead can have arrived. */
  readonly firstDay: number
  /** Returns how many leads arrived on a day so far. */
  countArrivals(day: number): number
}

/** Returns the instants of the leads since the last check, oldest first, and the new progress. */
export function findNewArrivals(
  progress: ArrivalProgress | undefined,
  { zone, now, retentionDays, firstDay, countArrivals }: ArrivalInput,
): { readonly instants: number[]; readonly progress: ArrivalProgress } {
  const today = zone.dayAt(now)
  const instants: number[] = []
  let { day, count, at } = progress ?? { day: Math.max(firstDay, today - retentionDays), count: 0, at: 0 }
  for (; day <= today; day++) {
    const dayTotal = Math.max(count, countArrivals(day))
    const from = Math.max(zone.startOfDay(day), at)
    const until = Math.min(zone.startOfDay(day + 1), now)
    for (let index = count; index < dayTotal; index++) {
      const share = (index - count + 1) / (dayTotal - count + 1)
      instants.push(Math.floor((from + (until - from) * share) / 1000) * 1000)
    }
    count = day === today ? dayTotal : 0
  }
  return {
    instants,
    progress: { day: Math.max(today, progress?.day ?? today), count, at: Math.max(now, at) },
  }
}
