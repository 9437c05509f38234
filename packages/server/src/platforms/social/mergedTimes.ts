// When campaigns and ad sets run. A campaign's times are a merge of those of its ad sets, and are read-only.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group#fields; that campaigns stay ACTIVE after their
// `stop_time` is reported in pipeboard-co/meta-ads-mcp issue 34 and facebook-python-business-sdk issue 246.

import type { Schedule } from '../kit/servingStatus.ts'

export function toSocialSchedule(start: string | undefined, end: string | undefined): Schedule {
  return { startsAt: parseInstant(start), endsAt: parseInstant(end) }
}

/** `2026-10-01T08:00:00+0200`, written as ECMAScript reads it: with a colon. */
function parseInstant(time = ''): number | undefined {
  const instant = Date.parse(time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(instant) ? undefined : instant
}
