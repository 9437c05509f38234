// Parses the dates of campaigns, such as `2030-03-01 00:00:00`, which are local times in the ad account's
// time zone.
// https://developers.google.com/google-ads/api/reference/rpc/v25/Campaign (start_date_time, end_date_time).
// campaign.py
// of v25 in googleads/google-ads-python documents the same format.

import { zonedTimeToMs } from '../../runtime/timeZones.ts'
import type { Schedule } from '../connector-kit/servingStatus.ts'

interface CampaignDates {
  readonly startDateTime?: string | undefined
  readonly endDateTime?: string | undefined
}

export function toSearchSchedule({ startDateTime, endDateTime }: CampaignDates, timeZone: string): Schedule {
  return { startsAt: toInstant(startDateTime, timeZone), endsAt: toInstant(endDateTime, timeZone) }
}

function toInstant(text = '', timeZone: string): number | undefined {
  const [day = '', time = ''] = text.split(' ')
  const instant = zonedTimeToMs(timeZone, day, time)
  return Number.isNaN(instant) ? undefined : instant
}
