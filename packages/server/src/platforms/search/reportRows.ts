// The rows of a report, level by level. Which rows come depends on the metrics that are asked for, so all are, always.
// https://developers.google.com/google-ads/api/docs/reporting/zero-metrics

import type { ReportLevel } from '../kit/figures.ts'
import {
  number,
  object,
  optional,
  type Row,
  type RowKind,
  row,
  type Shape,
  text,
  units,
} from '../kit/rows.ts'
import { status } from './rows.ts'

const campaign = object({ id: text, name: text, status })
const adGroup = object({ id: text, name: text, status })
const adGroupAd = object({ status, ad: object({ id: text, name: optional(text) }) })
const adGroupCriterion = object({
  criterionId: text,
  status,
  keyword: object({ text, matchType: text }),
})

const names: Readonly<Record<ReportLevel, Shape>> = {
  ACCOUNT: {},
  CAMPAIGN: { campaign },
  AD_GROUP: { campaign, adGroup },
  AD: { campaign, adGroup, adGroupAd },
  KEYWORD: { campaign, adGroup, adGroupCriterion },
}

const counted = object({
  impressions: optional(units),
  clicks: optional(units),
  costMicros: optional(units),
  conversions: optional(number),
  conversionsValue: optional(number),
  videoTrueviewViews: optional(units),
})

/** A row of any level: each has the names of its own, and the day where days are asked for. */
const anyRow = row({
  campaign: optional(campaign),
  adGroup: optional(adGroup),
  adGroupAd: optional(adGroupAd),
  adGroupCriterion: optional(adGroupCriterion),
  segments: optional(object({ date: optional(text) })),
  metrics: counted,
})
export type FoundRow = Row<typeof anyRow>

/** Split by the kind of conversion, there is nothing but conversions. */
const anyLeadRow = row({
  ...anyRow.shape,
  segments: object({ date: optional(text), conversionActionCategory: text }),
  metrics: object({ conversions: optional(number) }),
})
export type FoundLeads = Row<typeof anyLeadRow>

export function figuresKind(level: ReportLevel, byDay: boolean): typeof anyRow {
  const day = byDay ? { segments: object({ date: text }) } : {}
  // What this level has not is optional in a row of any level; what it has is asked for, and checked, here.
  return row({ ...names[level], ...day, metrics: counted }) as RowKind<Shape> as typeof anyRow
}

export function leadsKind(level: ReportLevel, byDay: boolean): typeof anyLeadRow {
  const segments = object({ ...(byDay ? { date: text } : {}), conversionActionCategory: text })
  // As above.
  return row({
    ...names[level],
    segments,
    metrics: anyLeadRow.shape.metrics,
  }) as RowKind<Shape> as typeof anyLeadRow
}
