// Builds the insights of one campaign from the metrics of any platform, in the shape of the social platform's
// operation.

import type { Body, ResultsWithoutRecord } from '@adrail/contract'
import {
  currencyDecimals,
  type Decimal,
  decimalText,
  divide,
  multiply,
  round,
  subtract,
} from '../base/money.ts'
import { dayIn } from '../base/zoneTimes.ts'
import type { AccountFigures, Figures, FiguresQuestion, FiguresRow } from '../platforms/kit/figures.ts'
import { missingBefore, oldestDay } from '../platforms/kit/keptDays.ts'
import { noSums } from '../platforms/kit/sums.ts'
import { mannerOf } from './figureTexts.ts'

type Asked = Omit<Body<'search/get_campaign_insights'>, 'userId'>
type Told = ResultsWithoutRecord<'search/get_campaign_insights'>
type Stats = Told['insights']['stats']

/** The campaign and its metrics on one platform. */
export interface Source {
  readonly campaignName: string
  readonly timeZone: string
  readonly now: number
  figures(question: FiguresQuestion): Promise<AccountFigures | undefined>
}

const dayMs = 86_400_000

export async function insightsOf(asked: Asked, source: Source): Promise<Told> {
  const { campaignName } = source
  const period = periodOf(asked, dayIn(source.timeZone, source.now))
  const ask = async (level: 'AD_GROUP' | 'AD', days: Days | undefined) =>
    days &&
    (await source.figures({
      level,
      ...days,
      byDay: false,
      campaignIds: [asked.campaignId],
      includeDeleted: true,
    }))
  const before = periodBefore(asked)
  const [groups, groupsBefore] = await Promise.all([ask('AD_GROUP', period), ask('AD_GROUP', before)])
  const [ads, adsBefore] = await Promise.all([ask('AD', period), ask('AD', before)])
  const oldest = groups?.oldest
  const hasDates = before !== undefined
  // Explicit dates are returned unchanged. Without dates, the period starts at the first day with metrics.
  const days = hasDates ? period : { ...period, since: oldest ?? period.since }
  const shown = showing(asked, groups?.currencyCode ?? '', campaignName, days)
  const earlier = new Map(
    [...(groupsBefore?.rows ?? []), ...(adsBefore?.rows ?? [])].map((row) => [keyOf(row), row]),
  )
  const adRows = [...(ads?.rows ?? [])]
  const adsets = [...(groups?.rows ?? [])].map((group) => {
    const own = adRows.filter(({ adGroupId }) => adGroupId === group.adGroupId)
    const entry = {
      name: group.adGroupName ?? '',
      stats: shown(group, earlier.get(keyOf(group))),
      ads: Object.fromEntries(
        own.map((ad) => [ad.adId ?? '', { name: ad.adName ?? '', stats: shown(ad, earlier.get(keyOf(ad))) }]),
      ),
    }
    return [group.adGroupId ?? '', entry] as const
  })
  const insights = {
    name: campaignName,
    stats: shown(groups?.totals ?? { ...noSums }, groupsBefore?.totals),
    adsets: Object.fromEntries(adsets),
    error: '',
  }
  return hasDates && oldest !== undefined ? { insights, warnings: [missingBefore(oldest)] } : { insights }
}

interface Days {
  readonly since: string
  readonly until: string
}

/** The requested period. Without both dates, the whole retention period of the platform. */
function periodOf({ startDate, endDate }: Asked, today: string): Days {
  if (startDate !== undefined && endDate !== undefined) return { since: startDate, until: endDate }
  return { since: oldestDay(today), until: today }
}

/** The period of the same length before the requested one. */
function periodBefore({ startDate, endDate }: Asked): Days | undefined {
  if (startDate === undefined || endDate === undefined) return undefined
  const first = Date.parse(startDate)
  return { since: dayText(first - (Date.parse(endDate) - first) - dayMs), until: dayText(first - dayMs) }
}

function dayText(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}

/** An ad can be in several ad groups, so its key consists of both IDs. */
function keyOf({ adGroupId, adId }: FiguresRow): string {
  return [adGroupId, adId].join()
}

const thousand = { units: 1000n, scale: 0 }
const hundred = { units: 100n, scale: 0 }
const whole = (count: number) => ({ units: BigInt(count), scale: 0 })

/** Formats metrics as text: costs with mark-up and currency symbol, unavailable metrics as empty text. */
function showing(
  { currencySymbol, clientCostAdjustment }: Asked,
  currencyCode: string,
  campaignName: string,
  { since, until }: Days,
): (figures: Figures, before: Figures | undefined) => Stats {
  const { factor } = mannerOf(currencyCode, clientCostAdjustment.percentage)
  const decimals = currencyDecimals(currencyCode)
  const cost = (amount: Decimal, places = Math.max(2, decimals)) =>
    `${currencySymbol}${decimalText(round(multiply(amount, factor), places))}`
  const cpmOf = ({ spend, impressions }: Figures) => divide(multiply(spend, thousand), whole(impressions), 6)
  return (figures, before) => {
    const { impressions, clicks, spend, conversions, leads, reach } = figures
    const cpm = cpmOf(figures)
    const cpmBefore = before ? cpmOf(before) : { units: 0n, scale: 0 }
    return {
      campaignName,
      cpm: cost(cpm),
      reach: reach === undefined ? '' : String(reach),
      cpc: cost(divide(spend, whole(clicks), 6)),
      ctr: decimalText(divide(multiply(whole(clicks), hundred), whole(impressions), 2)),
      clicks: String(clicks),
      spend: cost(spend, decimals),
      conversions: decimalText(conversions),
      cost_per_conversion: cost(divide(spend, conversions, 6)),
      conversion_rate_ranking: 'UNKNOWN',
      quality_ranking: 'UNKNOWN',
      date_start: since,
      date_end: until,
      leadCount: decimalText(leads),
      cost_per_action_type: [],
      actions: [],
      ...untold,
      cpmPrevious: cost(cpmBefore),
      cpmPercent:
        cpmBefore.units === 0n
          ? '0'
          : decimalText(divide(multiply(subtract(cpm, cpmBefore), hundred), cpmBefore, 2)),
    }
  }
}

const untold = {
  videoAvgTimeWatched: '',
  video30SecWatched: '',
  videoNoOfPlays: '',
  video25PercentWatched: '',
  video50PercentWatched: '',
  video75PercentWatched: '',
  video95PercentWatched: '',
  video100PercentWatched: '',
  postSaves: '',
  postShares: '',
  postReactions: '',
  postComments: '',
  postLikes: '',
}
