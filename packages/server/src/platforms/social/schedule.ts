// Start and end of campaigns and ad sets. The times of a campaign are merged from its ad sets and are
// read-only.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group#fields.
// pipeboard-co/meta-ads-mcp issue 34 and facebook-python-business-sdk issue 246 report that campaigns stay
// ACTIVE after `stop_time`.

import type { Schedule } from '../connector-kit/servingStatus.ts'

export function toSocialSchedule(start: string | undefined, end: string | undefined): Schedule {
  return { startsAt: parseInstant(start), endsAt: parseInstant(end) }
}

/** Parses `2026-10-01T08:00:00+0200`. ECMAScript requires a colon in the offset. */
function parseInstant(time = ''): number | undefined {
  const instant = Date.parse(time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(instant) ? undefined : instant
}
