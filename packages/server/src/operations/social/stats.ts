// Figures of the platform as the interface shows them: text, with costs marked up and prefixed.

import type { Results } from '@adrail/contract'
import {
  add,
  type Decimal,
  decimalOfNumber,
  decimalText,
  divide,
  multiply,
  parseDecimal,
  productText,
  subtract,
  zero,
} from '../../base/money.ts'
import type { FigureRow } from '../../platforms/social/rows.ts'

export type Stats = Results<'social/get_campaign_insights'>['insights']['stats']

/** How costs are shown. */
export interface Costs {
  readonly symbol: string
  /** What every cost is multiplied with. */
  readonly factor: Decimal
  /** Of the currency; costs of single things have at least two. */
  readonly decimals: number
}

export function costsOf(symbol: string, percentage: number, currencyDecimals: number): Costs {
  const percent = decimalOfNumber(percentage)
  const whole = add(percent, { units: 100n, scale: 0 })
  const factor = { units: whole.units, scale: whole.scale + 2 }
  return { symbol, factor, decimals: currencyDecimals }
}

/** What the platform counted for one campaign, ad set or ad. */
export interface Counted {
  readonly row: FigureRow | undefined
  readonly previous: FigureRow | undefined
  readonly rankings: FigureRow | undefined
  readonly campaignName: string
  /** Shown where there is no row to take them from. */
  readonly days: { readonly since: string; readonly until: string }
}

export function statsOf({ row, previous, rankings, campaignName, days }: Counted, costs: Costs): Stats {
  const actions = pairsIn(row?.actions)
  const count = (type: string) => actions.find((pair) => pair.action_type === type)?.value ?? '0'
  const each = Math.max(2, costs.decimals)
  const shown = (value = '', decimals = each) =>
    `${costs.symbol}${productText(value, costs.factor, decimals)}`
  const cpmBefore = decimalIn(previous?.cpm)
  const conversions = conversionsIn(row, actions)
  return {
    campaignName: row?.campaign_name || campaignName,
    cpm: shown(row?.cpm),
    reach: row?.reach || '0',
    cpc: shown(row?.cpc),
    ctr: row?.ctr === undefined ? '0' : productText(row.ctr, one, 2),
    clicks: row?.clicks || '0',
    spend: shown(row?.spend, costs.decimals),
    conversions: decimalText(conversions),
    cost_per_conversion: `${costs.symbol}${costPer(conversions, row?.spend, costs.factor, each)}`,
    conversion_rate_ranking: rankings?.conversion_rate_ranking || 'UNKNOWN',
    quality_ranking: rankings?.quality_ranking || 'UNKNOWN',
    date_start: row?.date_start || days.since,
    date_end: row?.date_stop || days.until,
    leadCount: firstOf(actions, ['lead', 'onsite_conversion.lead_grouped', 'leadgen_grouped']) ?? '0',
    cost_per_action_type: pairsIn(row?.cost_per_action_type).map(({ action_type, value }) => ({
      action_type,
      value: shown(value),
    })),
    actions,
    videoAvgTimeWatched: videoViews(row?.video_avg_time_watched_actions),
    video30SecWatched: videoViews(row?.video_30_sec_watched_actions),
    videoNoOfPlays: videoViews(row?.video_play_actions),
    video25PercentWatched: videoViews(row?.video_p25_watched_actions),
    video50PercentWatched: videoViews(row?.video_p50_watched_actions),
    video75PercentWatched: videoViews(row?.video_p75_watched_actions),
    video95PercentWatched: videoViews(row?.video_p95_watched_actions),
    video100PercentWatched: videoViews(row?.video_p100_watched_actions),
    postSaves: count('onsite_conversion.post_save'),
    // The platform calls a share `post`.
    postShares: count('post'),
    postReactions: count('post_reaction'),
    postComments: count('comment'),
    postLikes: count('like'),
    cpmPrevious: shown(previous?.cpm),
    cpmPercent:
      cpmBefore.units === 0n
        ? '0'
        : decimalText(divide(hundredfold(subtract(decimalIn(row?.cpm), cpmBefore)), cpmBefore, 2)),
  }
}

const one: Decimal = { units: 1n, scale: 0 }

function costPer(count: Decimal, spend: string | undefined, factor: Decimal, decimals: number): string {
  // The quotient of a division by nothing is zero, with these decimals.
  return decimalText(divide(multiply(decimalIn(spend), factor), count, decimals))
}

interface Pair {
  readonly action_type: string
  readonly value: string
}

type Counts = FigureRow['actions']

/** Only these two members: with attribution windows the platform adds more. */
function pairsIn(list: Counts = []): Pair[] {
  return list.map(({ action_type, value }) => ({ action_type, value: value || '0' }))
}

function videoViews(list: Counts): string {
  const pairs = pairsIn(list)
  return (pairs.find((pair) => pair.action_type === 'video_view') ?? pairs[0])?.value ?? '0'
}

/**
 * Conversions of all kinds. Of each kind there is a total and its parts, which overlap, so only totals and custom ones
 * count; cancellations are none. Purchases, leads and registrations are told among the actions instead.
 */
function conversionsIn(row: FigureRow | undefined, actions: readonly Pair[]): Decimal {
  if (row?.conversions === undefined)
    return decimalIn(firstOf(actions, ['purchase', 'lead', 'complete_registration']))
  return pairsIn(row.conversions)
    .filter(
      ({ action_type }) =>
        (action_type.endsWith('_total') && action_type !== 'cancel_subscription_total') ||
        action_type.startsWith('offsite_conversion.fb_pixel_custom.'),
    )
    .reduce((sum, { value }) => add(sum, decimalIn(value)), zero)
}

function firstOf(actions: readonly Pair[], types: readonly string[]): string | undefined {
  for (const type of types) {
    const found = actions.find((pair) => pair.action_type === type)
    if (found) return found.value
  }
  return undefined
}

function decimalIn(value = ''): Decimal {
  return parseDecimal(value) ?? zero
}

function hundredfold({ units, scale }: Decimal): Decimal {
  return { units: units * 100n, scale }
}
