// The rows of a report for each level. The selected metrics affect which rows the platform returns, so every
// query selects all metrics.
// https://developers.google.com/google-ads/api/docs/reporting/zero-metrics

import type { ReportLevel } from '../connector-kit/adMetrics.ts'
import {
  bigInt,
  number,
  object,
  optional,
  type Row,
  type RowKind,
  row,
  type Shape,
  text,
} from '../connector-kit/rows.ts'
import { status } from './rows.ts'

const campaign = object({ id: text, name: text, status })
const adGroup = object({ id: text, name: text, status })
const adGroupAd = object({ status, ad: object({ id: text, name: optional(text) }) })
const adGroupCriterion = object({
  criterionId: text,
  status,
  keyword: object({ text, matchType: text }),
})

const shapeByLevel: Readonly<Record<ReportLevel, Shape>> = {
  ACCOUNT: {},
  CAMPAIGN: { campaign },
  AD_GROUP: { campaign, adGroup },
  AD: { campaign, adGroup, adGroupAd },
  KEYWORD: { campaign, adGroup, adGroupCriterion },
}

const countedMetrics = object({
  impressions: optional(bigInt),
  clicks: optional(bigInt),
  costMicros: optional(bigInt),
  conversions: optional(number),
  conversionsValue: optional(number),
  videoTrueviewViews: optional(bigInt),
})

/** A row has the objects of its level, and a date when the query splits by day. */
const anyMetricsRow = row({
  campaign: optional(campaign),
  adGroup: optional(adGroup),
  adGroupAd: optional(adGroupAd),
  adGroupCriterion: optional(adGroupCriterion),
  segments: optional(object({ date: optional(text) })),
  metrics: countedMetrics,
})
export type SearchMetricsRow = Row<typeof anyMetricsRow>

/** A query that splits by conversion category returns no metrics other than conversions. */
const anyLeadCountRow = row({
  ...anyMetricsRow.shape,
  segments: object({ date: optional(text), conversionActionCategory: text }),
  metrics: object({ conversions: optional(number) }),
})
export type SearchLeadCountRow = Row<typeof anyLeadCountRow>

export function metricsRowKind(level: ReportLevel, byDay: boolean): typeof anyMetricsRow {
  const day = byDay ? { segments: object({ date: text }) } : {}
  // The cast is safe: `anyMetricsRow` declares every object as optional, and this shape selects and checks the
  // objects of the level.
  return row({
    ...shapeByLevel[level],
    ...day,
    metrics: countedMetrics,
  }) as RowKind<Shape> as typeof anyMetricsRow
}

export function leadCountRowKind(level: ReportLevel, byDay: boolean): typeof anyLeadCountRow {
  const segments = object({ ...(byDay ? { date: text } : {}), conversionActionCategory: text })
  // The cast is safe for the same reason as in `metricsRowKind`.
  return row({
    ...shapeByLevel[level],
    segments,
    metrics: anyLeadCountRow.shape.metrics,
  }) as RowKind<Shape> as typeof anyLeadCountRow
}
