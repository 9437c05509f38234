// The fields of an insights row. Numbers are sent as text, and metrics without a value are omitted.
// https://developers.facebook.com/docs/marketing-api/insights

import { textHash } from '../../delivery/chance.ts'
import { type Count, type DeliveryKind, reachOf, type Tally, tallyOf } from '../../delivery/delivery.ts'
import { type GraphError, invalid } from '../errors.ts'
import type { NodeKind } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import { decimalText, moneyText, offsetOf } from '../money.ts'
import type { Ad, AdAccount, AdSet, Campaign } from '../state.ts'
import { accountTime } from '../times.ts'
import { type Period, shownDay } from './periods.ts'

export interface Row {
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
  readonly worked: { tally?: Tally; actions?: NamedCounts; conversions?: NamedCounts }
}

function tallied(row: Row): Tally {
  row.worked.tally ??= tallyOf(row.total)
  return row.worked.tally
}

interface NamedAction {
  readonly type: string
  readonly count: Count
}

const everyKind: readonly NamedAction[] = [
  { type: 'link_click', count: 'linkClicks' },
  { type: 'landing_page_view', count: 'landings' },
  { type: 'post_reaction', count: 'reactions' },
  { type: 'comment', count: 'comments' },
  { type: 'post', count: 'shares' },
  { type: 'onsite_conversion.post_save', count: 'saves' },
  { type: 'like', count: 'follows' },
  { type: 'video_view', count: 'videoViews' },
]

const counted = (count: NamedAction['count'], ...types: string[]): NamedAction[] =>
  types.map((type) => ({ type, count }))

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

const actionsOf: Readonly<Partial<Record<DeliveryKind, readonly NamedAction[]>>> = {
  leads: counted('conversions', 'lead', 'onsite_conversion.lead_grouped'),
  sales: [
    ...counted('steps', 'add_to_cart', 'offsite_conversion.fb_pixel_add_to_cart'),
    ...counted('conversions', ...purchaseTypes),
  ],
  app: counted('conversions', 'mobile_app_install', 'omni_app_install'),
}

/** Entries of `conversions`. Totals and their parts overlap, as upstream. */
const conversionsOf: Readonly<Partial<Record<DeliveryKind, readonly NamedAction[]>>> = {
  traffic: counted('conversions', 'contact_total', 'contact_website'),
  engagement: counted('conversions', 'subscribe_total', 'subscribe_website'),
  leads: [
    ...counted('steps', 'schedule_total', 'schedule_website'),
    ...counted('conversions', 'offsite_conversion.fb_pixel_custom.QuoteOpened'),
  ],
}

type NamedCounts = Map<string, number>

function named(
  row: Row,
  table: Readonly<Partial<Record<DeliveryKind, readonly NamedAction[]>>>,
  shared: readonly NamedAction[],
): NamedCounts {
  const sums: NamedCounts = new Map()
  for (const [kind, cells] of row.byKind) {
    const tally = row.byKind.size === 1 ? tallied(row) : tallyOf(cells)
    for (const { type, count } of [...shared, ...(table[kind] ?? [])]) {
      if (tally[count] > 0) sums.set(type, (sums.get(type) ?? 0) + tally[count])
    }
  }
  return sums
}

function conversions(row: Row): NamedCounts {
  row.worked.conversions ??= named(row, conversionsOf, [])
  return row.worked.conversions
}

function actions(row: Row): NamedCounts {
  row.worked.actions ??= countActions(row)
  return row.worked.actions
}

function countActions(row: Row): NamedCounts {
  const sums = named(row, actionsOf, everyKind)
  const tally = tallied(row)
  const engagement =
    tally.linkClicks + tally.reactions + tally.comments + tally.shares + tally.saves + tally.videoViews
  if (engagement > 0) {
    sums.set('post_engagement', engagement)
    sums.set('page_engagement', engagement + tally.follows)
  }
  return sums
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

function actionRows(row: Row, counts: NamedCounts): Record<string, string>[] | undefined {
  if (counts.size === 0) return undefined
  return [...counts].map(([type, value]) => ({
    action_type: type,
    value: String(value),
    ...Object.fromEntries(
      row.windows.map((window) => [window, String(Math.floor(value * (windowShares[window] ?? 0)))]),
    ),
  }))
}

function costRows(row: Row, counts: NamedCounts): Record<string, string>[] | undefined {
  const spend = (row.total[0] ?? 0) / offsetOf(row.account.currency)
  if (counts.size === 0 || spend === 0) return undefined
  return [...counts].map(([type, value]) => ({ action_type: type, value: decimalText(spend / value) }))
}

const video = (count: Count) => (row: Row) => {
  const value = tallied(row)[count]
  return value === 0 ? undefined : [{ action_type: 'video_view', value: String(value) }]
}

const money = (row: Row, units: number) => decimalText(units / offsetOf(row.account.currency))

function per(row: Row, of: (tally: Tally) => number, times = 1): string | undefined {
  const tally = tallied(row)
  const divisor = of(tally)
  return divisor === 0 ? undefined : money(row, (tally.spend * times) / divisor)
}

const rankings = [
  'ABOVE_AVERAGE',
  'AVERAGE',
  'AVERAGE',
  'BELOW_AVERAGE_35',
  'BELOW_AVERAGE_20',
  'BELOW_AVERAGE_10',
]

/** Rankings exist only for single ads with at least 500 impressions. */
const ranking = (name: string) => (row: Row) => {
  if (row.ad === undefined) return undefined
  if ((row.total[1] ?? 0) < 500) return 'UNKNOWN'
  return rankings[textHash(`${name}/${row.ad.id}`) % rankings.length]
}

const reach = (row: Row) => reachOf(row.total[1] ?? 0, row.account.audience)

export const rowKind: NodeKind<Row> = {
  type: 'AdsInsights',
  usual: ['account_id', 'campaign_id', 'adset_id', 'ad_id', 'impressions', 'spend'],
  always: ['date_start', 'date_stop'],
  refuse: (field): GraphError =>
    invalid(
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
    created_time: (row, request) => created(row, request),
    impressions: (row) => String(row.total[1] ?? 0),
    reach: (row) => String(reach(row)),
    frequency: (row) => decimalText((row.total[1] ?? 0) / Math.max(1, reach(row))),
    clicks: (row) => String(row.total[2] ?? 0),
    spend: (row) => moneyText(row.total[0] ?? 0, row.account.currency),
    social_spend: () => '0',
    cpm: (row) => per(row, (tally) => tally.impressions, 1000),
    cpp: (row) => per(row, (tally) => reachOf(tally.impressions, row.account.audience), 1000),
    cpc: (row) => per(row, (tally) => tally.clicks),
    ctr: (row) => decimalText(((row.total[2] ?? 0) * 100) / Math.max(1, row.total[1] ?? 0)),
    inline_link_clicks: (row) => (row.total[3] ? String(row.total[3]) : undefined),
    inline_link_click_ctr: (row) => decimalText(((row.total[3] ?? 0) * 100) / Math.max(1, row.total[1] ?? 0)),
    cost_per_inline_link_click: (row) => per(row, (tally) => tally.linkClicks),
    inline_post_engagement: (row) => {
      const value = actions(row).get('post_engagement')
      return value === undefined ? undefined : String(value)
    },
    outbound_clicks: (row) => {
      const value = row.total[3] ?? 0
      return value === 0 ? undefined : [{ action_type: 'outbound_click', value: String(value) }]
    },
    actions: (row) => actionRows(row, actions(row)),
    cost_per_action_type: (row) => costRows(row, actions(row)),
    action_values: (row) => {
      const value = row.byKind.get('sales')?.[12] ?? 0
      if (value === 0) return undefined
      const text = moneyText(value, row.account.currency)
      return purchaseTypes.map((type) => ({ action_type: type, value: text }))
    },
    purchase_roas: (row) => {
      const value = row.byKind.get('sales')?.[12] ?? 0
      const spend = row.total[0] ?? 0
      return value === 0 || spend === 0
        ? undefined
        : [{ action_type: 'omni_purchase', value: decimalText(value / spend) }]
    },
    conversions: (row) => actionRows(row, conversions(row)),
    cost_per_conversion: (row) => costRows(row, conversions(row)),
    conversion_values: () => undefined,
    video_play_actions: video('videoPlays'),
    video_30_sec_watched_actions: video('videoThirtySeconds'),
    video_p25_watched_actions: video('videoQuarter'),
    video_p50_watched_actions: video('videoHalf'),
    video_p75_watched_actions: video('videoThreeQuarters'),
    video_p95_watched_actions: video('videoAlmost'),
    video_p100_watched_actions: video('videoWhole'),
    video_thruplay_watched_actions: video('videoThreeQuarters'),
    video_avg_time_watched_actions: (row) => {
      const tally = tallied(row)
      if (tally.videoPlays === 0) return undefined
      return [{ action_type: 'video_view', value: String(Math.round(tally.videoSeconds / tally.videoPlays)) }]
    },
    quality_ranking: ranking('quality'),
    engagement_rate_ranking: ranking('engagement'),
    conversion_rate_ranking: ranking('conversion'),
    date_start: (row) => shownDay(row.period.from),
    date_stop: (row) => shownDay(row.period.until),
  },
}

function created(row: Row, _request: GraphRequest): string | undefined {
  const object = row.ad ?? row.adSet ?? row.campaign
  return object === undefined ? undefined : accountTime(row.account, object.createdAt).slice(0, 10)
}
