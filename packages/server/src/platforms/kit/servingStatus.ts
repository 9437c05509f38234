// Whether a campaign can run now, by what was set and by its dates. Meta and LinkedIn leave the status ACTIVE before the start and
// after the end; Google Ads keeps the status and says PENDING or ENDED elsewhere. So adrail compares the dates itself, with the
// platform's time.

import { dateInZone } from '../../base/zoneTimes.ts'

export interface Schedule {
  /** In milliseconds; absent where the platform names none. */
  readonly startsAt?: number | undefined
  readonly endsAt?: number | undefined
}

/** `SCHEDULED` before the start, `ENDED` after the end, otherwise the status that was set. */
export function servingStatus(status: string, { startsAt, endsAt }: Schedule, now: number): string {
  // LinkedIn completes campaigns itself when they reach their end.
  // https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns
  if (status === 'COMPLETED') return 'ENDED'
  if (status !== 'ACTIVE' && status !== 'PAUSED') return status
  if (endsAt !== undefined && endsAt <= now) return 'ENDED'
  if (status === 'ACTIVE' && startsAt !== undefined && now < startsAt) return 'SCHEDULED'
  return status
}

type ConfiguredStatus = 'ACTIVE' | 'PAUSED'

/** The status that campaigns of a serving status were set to; nothing where they may have several. */
export function toConfiguredStatus(
  status: ConfiguredStatus | 'SCHEDULED' | 'ENDED' | undefined,
): ConfiguredStatus | undefined {
  if (status === 'SCHEDULED') return 'ACTIVE'
  return status === 'ENDED' ? undefined : status
}

/** First and last day in the calendar of the ad account, as campaigns are created with them; empty where there is none. */
export function toRunDates({ startsAt, endsAt }: Schedule, timeZone: string) {
  return {
    startDate: startsAt === undefined ? '' : dateInZone(timeZone, startsAt),
    // An end at midnight belongs to the day before it.
    endDate: endsAt === undefined ? '' : dateInZone(timeZone, endsAt - 1),
  }
}

/** What a response says of a campaign's dates. */
export function toServingStatusFields(status: string, schedule: Schedule, timeZone: string, now: number) {
  return { servingStatus: servingStatus(status, schedule, now), ...toRunDates(schedule, timeZone) }
}
