// The fields of an insights row. Numbers are sent as text, and metrics without a value are omitted.
// https://developers.facebook.com/docs/marketing-api/insights

import {
  computeReachedPeople,
  type DeliveryKind,
  type DeliveryMetric,
  type DeliveryTotals,
  toDeliveryTotals,
} from '../../../delivery/delivery.ts'
import { hashText } from '../../../delivery/seededRandom.ts'
import { type GraphError, invalidParameter } from '../errors.ts'
import type { NodeKind } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import { currencyOffset, toDecimalText, toMoneyText } from '../money.ts'
import type { Ad, AdAccount, AdSet, Campaign } from '../state.ts'
import { formatAccountTime } from '../times.ts'
import { formatInsightDay, type Period } from './periods.ts'

export interface InsightRow {
  readonly account: AdAccount
  readonly campaign?: Campaign
  readonly adSet?: AdSet
  readonly ad?: Ad
  readonly period: Period
  readonly total: Float64Array
  /** The same metrics by kind of campaign, on which the name of a conversion depends. */
  readonly byKind: ReadonlyMap<DeliveryKind, Float64Array>
  readonly windows: readonly string[]
  /** Cache of values from which several fields are derived. */
  readonly cache: { totals?: DeliveryTotals; actions?: NamedCounts; conversions?: NamedCounts }
}

function rowTotals(row: InsightRow): DeliveryTotals {
  row.cache.totals ??= toDeliveryTotals(row.total)
  return row.cache.totals
}

interface NamedAction {
  readonly type: string
  readonly metric: DeliveryMetric
}

const sharedActions: readonly NamedAction[] = [
  { type: 'link_click', metric: 'linkClicks' },
  { type: 'landing_page_view', metric: 'landings' },
  { type: 'post_reaction', metric: 'reactions' },
  { type: 'comment', metric: 'comments' },
  { type: 'post', metric: 'shares' },
  { type: 'onsite_conversion.post_save', metric: 'saves' },
  { type: 'like', metric: 'follows' },
  { type: 'video_view', metric: 'videoViews' },
]

const namedActions = (metric: NamedAction['metric'], ...types: string[]): NamedAction[] =>
  types.map((type) => ({ type, metric }))

/**
 * A purchase is reported under all of these names.
 * https://developers.facebook.com/docs/marketing-api/reference/ads-action-stats
 */
const purchaseTypes = [
  'purchase',
  'omni_purchase',
  'offsite_conversion.fb_pixel_purchase',
  'onsite_web_purchase',
  'onsite_web_app_purchase',
  'web_in_store_purchase',
  'web_app_in_store_purchase',
]

const actionsByKind: Readonly<Partial<Record<DeliveryKind, readonly NamedAction[]>>> = {
  leads: namedActions('conversions', 'lead', 'onsite_conversion.lead_grouped'),
  sales: [
    ...namedActions('steps', 'add_to_cart', 'offsite_conversion.fb_pixel_add_to_cart'),
    ...namedActions('conversions', ...purchaseTypes),
  ],
  app: namedActions('conversions', 'mobile_app_install', 'omni_app_install'),
}

/** Entries of `countConversions`. Totals and their parts overlap, as upstream. */
const conversionsByKind: Readonly<Partial<Record<DeliveryKind, readonly NamedAction[]>>> = {
  traffic: namedActions('conversions', 'contact_total', 'contact_website'),
  engagement: namedActions('conversions', 'subscribe_total', 'subscribe_website'),
  leads: [
    ...namedActions('steps', 'schedule_total', 'schedule_website'),
    ...namedActions('conversions', 'offsite_conversion.fb_pixel_custom.QuoteOpened'),
  ],
}

type NamedCounts = Map<string, number>

function sumNamedActions(
  row: InsightRow,
  table: Readonly<Partial<Record<DeliveryKind, readonly NamedAction[]>>>,
  sharedByAll: readonly NamedAction[],
): NamedCounts {
  const countByType: NamedCounts = new Map()
  for (const [kind, cells] of row.byKind) {
    const totals = row.byKind.size === 1 ? rowTotals(row) : toDeliveryTotals(cells)
    for (const { type, metric } of [...sharedByAll, ...(table[kind] ?? [])]) {
      if (totals[metric] > 0) countByType.set(type, (countByType.get(type) ?? 0) + totals[metric])
    }
  }
  return countByType
}

function countConversions(row: InsightRow): NamedCounts {
  row.cache.conversions ??= sumNamedActions(row, conversionsByKind, [])
  return row.cache.conversions
}

function getActions(row: InsightRow): NamedCounts {
  row.cache.actions ??= countActions(row)
  return row.cache.actions
}

function countActions(row: InsightRow): NamedCounts {
  const countByType = sumNamedActions(row, actionsByKind, sharedActions)
  const totals = rowTotals(row)
  const engagement =
    totals.linkClicks + totals.reactions + totals.comments + totals.shares + totals.saves + totals.videoViews
  if (engagement > 0) {
    countByType.set('post_engagement', engagement)
    countByType.set('page_engagement', engagement + totals.follows)
  }
  return countByType
}

/** Share of an action that each attribution window covers. */
const windowShares: Readonly<Record<string, number>> = {
  '1d_click': 0.7,
  '7d_click': 0.9,
  '28d_click': 0.97,
  '1d_view': 0.1,
  '1d_ev': 0.03,
  default: 1,
}

export const attributionWindows = Object.keys(windowShares)

function toActionRows(row: InsightRow, counts: NamedCounts): Record<string, string>[] | undefined {
  if (counts.size === 0) return undefined
  return [...counts].map(([type, value]) => ({
    action_type: type,
    value: String(value),
    ...Object.fromEntries(
      row.windows.map((window) => [window, String(Math.floor(value * (windowShares[window] ?? 0)))]),
    ),
  }))
}

function toCostRows(row: InsightRow, counts: NamedCounts): Record<string, string>[] | undefined {
  const spend = (row.total[0] ?? 0) / currencyOffset(row.account.currency)
  if (counts.size === 0 || spend === 0) return undefined
  return [...counts].map(([type, value]) => ({ action_type: type, value: toDecimalText(spend / value) }))
}

const videoMetric = (metric: DeliveryMetric) => (row: InsightRow) => {
  const value = rowTotals(row)[metric]
  return value === 0 ? undefined : [{ action_type: 'video_view', value: String(value) }]
}

const toMoney = (row: InsightRow, units: number) =>
  toDecimalText(units / currencyOffset(row.account.currency))

function costPer(
  row: InsightRow,
  getDivisor: (totals: DeliveryTotals) => number,
  factor = 1,
): string | undefined {
  const totals = rowTotals(row)
  const divisor = getDivisor(totals)
  return divisor === 0 ? undefined : toMoney(row, (totals.spend * factor) / divisor)
}

const rankingValues = [
  'ABOVE_AVERAGE',
  'AVERAGE',
  'AVERAGE',
  'BELOW_AVERAGE_35',
  'BELOW_AVERAGE_20',
  'BELOW_AVERAGE_10',
]

/** Rankings exist only for single ads with at least 500 impressions. */
const rankingField = (name: string) => (row: InsightRow) => {
  if (row.ad === undefined) return undefined
  if ((row.total[1] ?? 0) < 500) return 'UNKNOWN'
  return rankingValues[hashText(`${name}/${row.ad.id}`) % rankingValues.length]
}

const computeReach = (row: InsightRow) => computeReachedPeople(row.total[1] ?? 0, row.account.audience)

export const insightRowKind: NodeKind<InsightRow> = {
  type: 'AdsInsights',
  defaultFields: ['account_id', 'campaign_id', 'adset_id', 'ad_id', 'impressions', 'spend'],
  alwaysIncluded: ['date_start', 'date_stop'],
  unknownFieldError: (field): GraphError =>
    invalidParameter(
      `${field} is not valid for fields param. please check https://developers.facebook.com/docs/marketing-api/reference/ads-insights/ for all valid values`,
    ),
  fields: {
    account_id: (row) => row.account.id,
    account_name: (row) => row.account.name,
    account_currency: (row) => row.account.currency,
    campaign_id: (row) => row.campaign?.id,
    campaign_name: (row) => row.campaign?.name,
    adset_id: (row) => row.adSet?.id,
    adset_name: (row) => row.adSet?.name,
    ad_id: (row) => row.ad?.id,
    ad_name: (row) => row.ad?.name,
    objective: (row) => row.campaign?.objective,
    buying_type: (row) => (row.campaign === undefined ? undefined : 'AUCTION'),
    optimization_goal: (row) => row.adSet?.optimizationGoal,
    attribution_setting: () => '7d_click_1d_view',
    created_time: (row, request) => createdDay(row, request),
    impressions: (row) => String(row.total[1] ?? 0),
    reach: (row) => String(computeReach(row)),
    frequency: (row) => toDecimalText((row.total[1] ?? 0) / Math.max(1, computeReach(row))),
    clicks: (row) => String(row.total[2] ?? 0),
    spend: (row) => toMoneyText(row.total[0] ?? 0, row.account.currency),
    social_spend: () => '0',
    cpm: (row) => costPer(row, (totals) => totals.impressions, 1000),
    cpp: (row) =>
      costPer(row, (totals) => computeReachedPeople(totals.impressions, row.account.audience), 1000),
    cpc: (row) => costPer(row, (totals) => totals.clicks),
    ctr: (row) => toDecimalText(((row.total[2] ?? 0) * 100) / Math.max(1, row.total[1] ?? 0)),
    inline_link_clicks: (row) => (row.total[3] ? String(row.total[3]) : undefined),
    inline_link_click_ctr: (row) =>
      toDecimalText(((row.total[3] ?? 0) * 100) / Math.max(1, row.total[1] ?? 0)),
    cost_per_inline_link_click: (row) => costPer(row, (totals) => totals.linkClicks),
    inline_post_engagement: (row) => {
      const value = getActions(row).get('post_engagement')
      return value === undefined ? undefined : String(value)
    },
    outbound_clicks: (row) => {
      const value = row.total[3] ?? 0
      return value === 0 ? undefined : [{ action_type: 'outbound_click', value: String(value) }]
    },
    actions: (row) => toActionRows(row, getActions(row)),
    cost_per_action_type: (row) => toCostRows(row, getActions(row)),
    action_values: (row) => {
      const value = row.byKind.get('sales')?.[12] ?? 0
      if (value === 0) return undefined
      const text = toMoneyText(value, row.account.currency)
      return purchaseTypes.map((type) => ({ action_type: type, value: text }))
    },
    purchase_roas: (row) => {
      const value = row.byKind.get('sales')?.[12] ?? 0
      const spend = row.total[0] ?? 0
      return value === 0 || spend === 0
        ? undefined
        : [{ action_type: 'omni_purchase', value: toDecimalText(value / spend) }]
    },
    conversions: (row) => toActionRows(row, countConversions(row)),
    cost_per_conversion: (row) => toCostRows(row, countConversions(row)),
    conversion_values: () => undefined,
    video_play_actions: videoMetric('videoPlays'),
    video_30_sec_watched_actions: videoMetric('videoThirtySeconds'),
    video_p25_watched_actions: videoMetric('videoQuarter'),
    video_p50_watched_actions: videoMetric('videoHalf'),
    video_p75_watched_actions: videoMetric('videoThreeQuarters'),
    video_p95_watched_actions: videoMetric('videoAlmost'),
    video_p100_watched_actions: videoMetric('videoWhole'),
    video_thruplay_watched_actions: videoMetric('videoThreeQuarters'),
    video_avg_time_watched_actions: (row) => {
      const totals = rowTotals(row)
      if (totals.videoPlays === 0) return undefined
      return [
        { action_type: 'video_view', value: String(Math.round(totals.videoSeconds / totals.videoPlays)) },
      ]
    },
    quality_ranking: rankingField('quality'),
    engagement_rate_ranking: rankingField('engagement'),
    conversion_rate_ranking: rankingField('conversion'),
    date_start: (row) => formatInsightDay(row.period.from),
    date_stop: (row) => formatInsightDay(row.period.until),
  },
}

function createdDay(row: InsightRow, _request: GraphRequest): string | undefined {
  const object = row.ad ?? row.adSet ?? row.campaign
  return object === undefined ? undefined : formatAccountTime(row.account, object.createdAt).slice(0, 10)
}
