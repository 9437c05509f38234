// Derives whether a campaign can run now from its status and dates. Meta and LinkedIn keep the status ACTIVE
// before the start and after the end. Google Ads keeps the status and reports PENDING or ENDED elsewhere. So
// adrail compares the dates with the platform's time.

import { dateInZone } from '../../runtime/timeZones.ts'

/** The state of a campaign, an ad group or an ad. */
export interface ServingState {
  /** The status that was set: `ACTIVE`, `PAUSED`, or another status of the platform. */
  readonly status: string
  /** The resulting delivery status, in the platform's term. */
  readonly effectiveStatus: string
  /** Reasons why the object is not served, as sentences. */
  readonly issues: string[]
}

export interface Schedule {
  /** In milliseconds. Absent where the platform returns no time. */
  readonly startsAt?: number | undefined
  readonly endsAt?: number | undefined
}

/** `SCHEDULED` before the start, `ENDED` after the end, otherwise the status that was set. */
export function toServingStatus(status: string, { startsAt, endsAt }: Schedule, now: number): string {
  // LinkedIn automatically completes campaigns that reach their end.
  // https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns
  if (status === 'COMPLETED') return 'ENDED'
  if (status !== 'ACTIVE' && status !== 'PAUSED') return status
  if (endsAt !== undefined && endsAt <= now) return 'ENDED'
  if (status === 'ACTIVE' && startsAt !== undefined && now < startsAt) return 'SCHEDULED'
  return status
}

type ConfiguredStatus = 'ACTIVE' | 'PAUSED'

/** The serving statuses by which campaigns can be listed. */
export type ServingStatus = ConfiguredStatus | 'SCHEDULED' | 'ENDED'

/** Status that campaigns with a serving status were set to. `undefined` when several are possible. */
export function toConfiguredStatus(status: ServingStatus | undefined): ConfiguredStatus | undefined {
  if (status === 'SCHEDULED') return 'ACTIVE'
  return status === 'ENDED' ? undefined : status
}

/**
 * First and last day in the ad account's time zone, in the form that campaigns are created with. Empty
 * without a limit.
 */
export function toRunDates({ startsAt, endsAt }: Schedule, timeZone: string) {
  return {
    startDate: startsAt === undefined ? '' : dateInZone(timeZone, startsAt),
    // An end at midnight belongs to the day before it.
    endDate: endsAt === undefined ? '' : dateInZone(timeZone, endsAt - 1),
  }
}

/** The serving status and dates of a campaign in a response. */
export function toServingStatusFields(status: string, schedule: Schedule, timeZone: string, now: number) {
  return { servingStatus: toServingStatus(status, schedule, now), ...toRunDates(schedule, timeZone) }
}
