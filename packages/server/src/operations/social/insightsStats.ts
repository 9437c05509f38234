// Formats the platform's metrics for the API: as text, with costs marked up and prefixed with the symbol.

import type { Results } from '@adrail/contract'
import {
  add,
  type Decimal,
  decimalFromNumber,
  divide,
  formatDecimal,
  formatProduct,
  multiply,
  parseDecimal,
  subtract,
  zero,
} from '../../money/money.ts'
import type { InsightsRow } from '../../platforms/social/rows.ts'

export type InsightsStats = Results<'social/get_campaign_insights'>['insights']['stats']

export interface InsightsCostFormat {
  readonly symbol: string
  /** Multiplier for every cost. */
  readonly factor: Decimal
  /** Decimals of the currency. Unit costs, such as the cost per click, have at least two. */
  readonly decimals: number
}

export function createInsightsCostFormat(
  symbol: string,
  percentage: number,
  currencyDecimals: number,
): InsightsCostFormat {
  const percent = decimalFromNumber(percentage)
  const markedUpPercent = add(percent, { units: 100n, scale: 0 })
  const factor = { units: markedUpPercent.units, scale: markedUpPercent.scale + 2 }
  return { symbol, factor, decimals: currencyDecimals }
}

/** Metrics that the platform reported for one campaign, ad set or ad. */
export interface InsightsStatsInput {
  readonly row: InsightsRow | undefined
  readonly previous: InsightsRow | undefined
  readonly rankings: InsightsRow | undefined
  readonly campaignName: string
  /** Fallback for the dates when there is no row. */
  readonly days: { readonly since: string; readonly until: string }
}

export function toInsightsStats(
  { row, previous, rankings, campaignName, days }: InsightsStatsInput,
  costFormat: InsightsCostFormat,
): InsightsStats {
  const actions = toActionPairs(row?.actions)
  const findActionCount = (type: string) => actions.find((pair) => pair.action_type === type)?.value ?? '0'
  const unitDecimals = Math.max(2, costFormat.decimals)
  const formatCost = (value = '', decimals = unitDecimals) =>
    `${costFormat.symbol}${formatProduct(value, costFormat.factor, decimals)}`
  const previousCpm = parseDecimalOrZero(previous?.cpm)
  const conversions = sumConversions(row, actions)
  return {
    campaignName: row?.campaign_name || campaignName,
    cpm: formatCost(row?.cpm),
    reach: row?.reach || '0',
    cpc: formatCost(row?.cpc),
    ctr: row?.ctr === undefined ? '0' : formatProduct(row.ctr, one, 2),
    clicks: row?.clicks || '0',
    spend: formatCost(row?.spend, costFormat.decimals),
    conversions: formatDecimal(conversions),
    cost_per_conversion: `${costFormat.symbol}${formatCostPer(conversions, row?.spend, costFormat.factor, unitDecimals)}`,
    conversion_rate_ranking: rankings?.conversion_rate_ranking || 'UNKNOWN',
    quality_ranking: rankings?.quality_ranking || 'UNKNOWN',
    date_start: row?.date_start || days.since,
    date_end: row?.date_stop || days.until,
    leadCount: findFirstValue(actions, ['lead', 'onsite_conversion.lead_grouped', 'leadgen_grouped']) ?? '0',
    cost_per_action_type: toActionPairs(row?.cost_per_action_type).map(({ action_type, value }) => ({
      action_type,
      value: formatCost(value),
    })),
    actions,
    videoAvgTimeWatched: findVideoViews(row?.video_avg_time_watched_actions),
    video30SecWatched: findVideoViews(row?.video_30_sec_watched_actions),
    videoNoOfPlays: findVideoViews(row?.video_play_actions),
    video25PercentWatched: findVideoViews(row?.video_p25_watched_actions),
    video50PercentWatched: findVideoViews(row?.video_p50_watched_actions),
    video75PercentWatched: findVideoViews(row?.video_p75_watched_actions),
    video95PercentWatched: findVideoViews(row?.video_p95_watched_actions),
    video100PercentWatched: findVideoViews(row?.video_p100_watched_actions),
    postSaves: findActionCount('onsite_conversion.post_save'),
    // The platform calls a share `post`.
    postShares: findActionCount('post'),
    postReactions: findActionCount('post_reaction'),
    postComments: findActionCount('comment'),
    postLikes: findActionCount('like'),
    cpmPrevious: formatCost(previous?.cpm),
    cpmPercent:
      previousCpm.units === 0n
        ? '0'
        : formatDecimal(
            divide(multiplyBy100(subtract(parseDecimalOrZero(row?.cpm), previousCpm)), previousCpm, 2),
          ),
  }
}

const one: Decimal = { units: 1n, scale: 0 }

function formatCostPer(count: Decimal, spend: string | undefined, factor: Decimal, decimals: number): string {
  // `formatDecimal` returns zero with these decimals when the divisor is zero.
  return formatDecimal(divide(multiply(parseDecimalOrZero(spend), factor), count, decimals))
}

interface ActionPair {
  readonly action_type: string
  readonly value: string
}

type ActionList = InsightsRow['actions']

/** Drops other fields, because the platform adds some when the request has attribution windows. */
function toActionPairs(list: ActionList = []): ActionPair[] {
  return list.map(({ action_type, value }) => ({ action_type, value: value || '0' }))
}

function findVideoViews(list: ActionList): string {
  const pairs = toActionPairs(list)
  return (pairs.find((pair) => pair.action_type === 'video_view') ?? pairs[0])?.value ?? '0'
}

/**
 * Sums the conversions of all kinds. The platform reports a total and overlapping parts for each kind, so
 * only totals and custom conversions count. Cancellations do not count. The platform reports purchases,
 * leads and registrations as actions instead.
 */
function sumConversions(row: InsightsRow | undefined, actions: readonly ActionPair[]): Decimal {
  if (row?.conversions === undefined)
    return parseDecimalOrZero(findFirstValue(actions, ['purchase', 'lead', 'complete_registration']))
  return toActionPairs(row.conversions)
    .filter(
      ({ action_type }) =>
        (action_type.endsWith('_total') && action_type !== 'cancel_subscription_total') ||
        action_type.startsWith('offsite_conversion.fb_pixel_custom.'),
    )
    .reduce((sum, { value }) => add(sum, parseDecimalOrZero(value)), zero)
}

function findFirstValue(actions: readonly ActionPair[], types: readonly string[]): string | undefined {
  for (const type of types) {
    const match = actions.find((pair) => pair.action_type === type)
    if (match) return match.value
  }
  return undefined
}

function parseDecimalOrZero(value = ''): Decimal {
  return parseDecimal(value) ?? zero
}

function multiplyBy100({ units, scale }: Decimal): Decimal {
  return { units: units * 100n, scale }
}
