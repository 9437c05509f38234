// The rows of a report for each level. The selected metrics affect which rows the platform returns, so every
// query selects all metrics.
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

/** A row has the objects of its level, and a date when the query splits by day. */
const anyRow = row({
  campaign: optional(campaign),
  adGroup: optional(adGroup),
  adGroupAd: optional(adGroupAd),
  adGroupCriterion: optional(adGroupCriterion),
  segments: optional(object({ date: optional(text) })),
  metrics: counted,
})
export type FoundRow = Row<typeof anyRow>

/** A query that splits by conversion category returns no metrics other than conversions. */
const anyLeadRow = row({
  ...anyRow.shape,
  segments: object({ date: optional(text), conversionActionCategory: text }),
  metrics: object({ conversions: optional(number) }),
})
export type FoundLeads = Row<typeof anyLeadRow>

export function figuresKind(level: ReportLevel, byDay: boolean): typeof anyRow {
  const day = byDay ? { segments: object({ date: text }) } : {}
  // The cast is safe: `anyRow` declares every object as optional, and this shape selects and checks the
  // objects of the level.
  return row({ ...names[level], ...day, metrics: counted }) as RowKind<Shape> as typeof anyRow
}

export function leadsKind(level: ReportLevel, byDay: boolean): typeof anyLeadRow {
  const segments = object({ ...(byDay ? { date: text } : {}), conversionActionCategory: text })
  // The cast is safe for the same reason as in `figuresKind`.
  return row({
    ...names[level],
    segments,
    metrics: anyLeadRow.shape.metrics,
  }) as RowKind<Shape> as typeof anyLeadRow
}
