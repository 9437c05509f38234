// Converts the run schedules of groups and campaigns. Instants are in milliseconds, and the end is exclusive.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns

import type { Schedule } from '../connector-kit/servingStatus.ts'

interface RunSchedule {
  readonly start?: number | undefined
  readonly end?: number | undefined
}

export function toProSchedule({ start, end }: RunSchedule = {}): Schedule {
  return { startsAt: start, endsAt: end }
}
