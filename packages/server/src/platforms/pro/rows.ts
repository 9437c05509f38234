// Every kind of row that is asked of the professional network, and what must be there.

import {
  garbled,
  list,
  type Member,
  number,
  object,
  optional,
  type Row,
  row,
  text,
  word,
} from '../kit/rows.ts'

/** Ids are numbers; where a URN comes instead, its last part is the number. */
const id: Member<number> = {
  accept(value) {
    const digits = typeof value === 'string' ? value.slice(value.lastIndexOf(':') + 1) : String(value)
    if (!/^\d+$/.test(digits)) throw garbled('', 'is no id')
    return Number(digits)
  },
}

/**
 * Counts are not there while a segment is built.
 * https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segments
 */
export const dmpSegmentRow = row({
  id,
  name: text,
  type: text,
  account: text,
  sourcePlatform: optional(text),
  inputCount: optional(number),
  destinations: optional(
    list({
      destination: optional(text),
      destinationSegmentId: optional(text),
      status: optional(word('BUILDING', 'READY', 'UPDATING', 'ARCHIVED', 'EXPIRED', 'FAILED', 'ERROR')),
      audienceSize: optional(number),
      matchedCount: optional(number),
      created: optional(number),
      lastModified: optional(number),
    }),
  ),
})
export type DmpSegment = Row<typeof dmpSegmentRow>

/** Audit stamps are objects here. https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/adsegments */
const stamp = optional(object({ time: optional(number) }))

export const adSegmentRow = row({
  id,
  name: text,
  type: text,
  account: text,
  status: text,
  approximateMemberCount: optional(number),
  created: stamp,
  lastModified: stamp,
})
export type AdSegment = Row<typeof adSegmentRow>

const date = object({ year: number, month: number, day: number })

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting-schema */
export const analyticsRow = row({
  pivotValues: list(text),
  dateRange: object({ start: date, end: date }),
  impressions: optional(number),
  clicks: optional(number),
  costInLocalCurrency: optional(text),
  externalWebsiteConversions: optional(number),
  conversionValueInLocalCurrency: optional(text),
  oneClickLeads: optional(number),
  videoViews: optional(number),
  sends: optional(number),
  approximateMemberReach: optional(number),
})
export type AnalyticsRow = Row<typeof analyticsRow>

/** Nothing comes that is not asked for by name; at most 20 names. */
export const analyticsFields: readonly string[] = Object.keys(analyticsRow.shape)

/** What a campaign group, a campaign or a creative is called and how it stands. */
export const namedRow = row({
  id: text,
  name: optional(text),
  status: optional(text),
  intendedStatus: optional(text),
})
export type NamedRow = Row<typeof namedRow>
