// Builds the insights of one campaign from the metrics of any platform, in the shape of the social platform's
// operation.

import type { Body, HandlerOutput } from '@adrail/contract'
import {
  currencyDecimals,
  type Decimal,
  divide,
  formatDecimal,
  multiply,
  round,
  subtract,
} from '../money/money.ts'
import type { AdConnector } from '../platforms/connector-kit/adConnector.ts'
import { zeroMetrics } from '../platforms/connector-kit/additiveMetrics.ts'
import type {
  AccountMetrics,
  AdMetrics,
  MetricsQuery,
  MetricsRow,
} from '../platforms/connector-kit/adMetrics.ts'
import { missingMetricsWarning, oldestMetricsDay } from '../platforms/connector-kit/metricsRetention.ts'
import { definitionOf } from '../platforms/index.ts'
import { dayMs } from '../runtime/durations.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { dateInZone } from '../runtime/timeZones.ts'
import { makeCostFormat } from './metricTexts.ts'

type InsightsRequest = Omit<Body<'search/get_campaign_insights'>, 'userId'>
type InsightsResults = HandlerOutput<'search/get_campaign_insights'>
type Stats = InsightsResults['insights']['stats']

/** The campaign and its metrics on one platform. */
interface InsightsSource {
  readonly campaignName: string
  readonly timeZone: string
  readonly now: number
  readonly retentionMonths: number
  metrics(query: MetricsQuery): Promise<AccountMetrics | undefined>
}

interface InsightsConnector extends Pick<AdConnector, 'platform' | 'account' | 'metrics'> {
  campaignName(campaignId: string): Promise<string>
}

export async function readCampaignInsights(
  request: InsightsRequest,
  { connector, runtime }: { readonly connector: InsightsConnector; readonly runtime: Runtime },
): Promise<InsightsResults> {
  const campaignName = await connector.campaignName(request.campaignId)
  const { timeZone } = connector.account
  const { metricsRetentionMonths: retentionMonths } = definitionOf(connector.platform)
  const metrics = connector.metrics.bind(connector)
  const now = runtime.now()
  return await buildCampaignInsights(request, { campaignName, timeZone, now, retentionMonths, metrics })
}

async function buildCampaignInsights(
  request: InsightsRequest,
  source: InsightsSource,
): Promise<InsightsResults> {
  const { campaignName, retentionMonths } = source
  const today = dateInZone(source.timeZone, source.now)
  const period = requestedPeriod(request, today, retentionMonths)
  const readMetrics = async (level: 'AD_GROUP' | 'AD', days: Period | undefined) =>
    days &&
    (await source.metrics({
      level,
      ...days,
      byDay: false,
      campaignIds: [request.campaignId],
      includeDeleted: true,
    }))
  const previousPeriod = periodBefore(request)
  const [groups, previousGroups] = await Promise.all([
    readMetrics('AD_GROUP', period),
    readMetrics('AD_GROUP', previousPeriod),
  ])
  const [ads, previousAds] = await Promise.all([readMetrics('AD', period), readMetrics('AD', previousPeriod)])
  const oldest = groups?.oldestDay
  const hasDates = previousPeriod !== undefined
  // Explicit dates are returned unchanged. Without dates, the period starts at the first day with metrics.
  const shownPeriod = hasDates ? period : { ...period, since: oldest ?? period.since }
  const formatStats = makeStatsFormatter(request, groups?.currencyCode ?? '', campaignName, shownPeriod)
  const previousRows = new Map(
    [...(previousGroups?.rows ?? []), ...(previousAds?.rows ?? [])].map((row) => [rowKey(row), row]),
  )
  const adRows = [...(ads?.rows ?? [])]
  const adsets = [...(groups?.rows ?? [])].map((group) => {
    const groupAds = adRows.filter(({ adGroupId }) => adGroupId === group.adGroupId)
    const entry = {
      name: group.adGroupName ?? '',
      stats: formatStats(group, previousRows.get(rowKey(group))),
      ads: Object.fromEntries(
        groupAds.map((ad) => [
          ad.adId ?? '',
          { name: ad.adName ?? '', stats: formatStats(ad, previousRows.get(rowKey(ad))) },
        ]),
      ),
    }
    return [group.adGroupId ?? '', entry] as const
  })
  const insights = {
    name: campaignName,
    stats: formatStats(groups?.totals ?? { ...zeroMetrics }, previousGroups?.totals),
    adsets: Object.fromEntries(adsets),
    error: '',
  }
  return hasDates && oldest !== undefined
    ? { insights, warnings: [missingMetricsWarning(oldest, retentionMonths)] }
    : { insights }
}

interface Period {
  readonly since: string
  readonly until: string
}

/** The requested period. Without both dates, the whole retention period of the platform. */
function requestedPeriod(
  { startDate, endDate }: InsightsRequest,
  today: string,
  retentionMonths: number,
): Period {
  if (startDate !== undefined && endDate !== undefined) return { since: startDate, until: endDate }
  return { since: oldestMetricsDay(today, retentionMonths), until: today }
}

/** The period of the same length before the requested one. */
function periodBefore({ startDate, endDate }: InsightsRequest): Period | undefined {
  if (startDate === undefined || endDate === undefined) return undefined
  const first = Date.parse(startDate)
  return {
    since: toDateText(first - (Date.parse(endDate) - first) - dayMs),
    until: toDateText(first - dayMs),
  }
}

function toDateText(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}

/** An ad can be in several ad groups, so its key consists of both IDs. */
function rowKey({ adGroupId, adId }: MetricsRow): string {
  return [adGroupId, adId].join()
}

const thousand = { units: 1000n, scale: 0 }
const hundred = { units: 100n, scale: 0 }
const toDecimal = (count: number) => ({ units: BigInt(count), scale: 0 })

/** Formats metrics as text: costs with mark-up and currency symbol, unavailable metrics as empty text. */
function makeStatsFormatter(
  { currencySymbol, clientCostAdjustment }: InsightsRequest,
  currencyCode: string,
  campaignName: string,
  { since, until }: Period,
): (metrics: AdMetrics, previous: AdMetrics | undefined) => Stats {
  const { factor } = makeCostFormat(currencyCode, clientCostAdjustment.percentage)
  const decimals = currencyDecimals(currencyCode)
  const formatCost = (amount: Decimal, decimalPlaces = Math.max(2, decimals)) =>
    `${currencySymbol}${formatDecimal(round(multiply(amount, factor), decimalPlaces))}`
  const computeCpm = ({ spend, impressions }: AdMetrics) =>
    divide(multiply(spend, thousand), toDecimal(impressions), 6)
  return (metrics, previous) => {
    const { impressions, clicks, spend, conversions, leads, reach } = metrics
    const cpm = computeCpm(metrics)
    const previousCpm = previous ? computeCpm(previous) : { units: 0n, scale: 0 }
    return {
      campaignName,
      cpm: formatCost(cpm),
      reach: reach === undefined ? '' : String(reach),
      cpc: formatCost(divide(spend, toDecimal(clicks), 6)),
      ctr: formatDecimal(divide(multiply(toDecimal(clicks), hundred), toDecimal(impressions), 2)),
      clicks: String(clicks),
      spend: formatCost(spend, decimals),
      conversions: formatDecimal(conversions),
      cost_per_conversion: formatCost(divide(spend, conversions, 6)),
      conversion_rate_ranking: 'UNKNOWN',
      quality_ranking: 'UNKNOWN',
      date_start: since,
      date_end: until,
      leadCount: formatDecimal(leads),
      cost_per_action_type: [],
      actions: [],
      ...unavailableStats,
      cpmPrevious: formatCost(previousCpm),
      cpmPercent:
        previousCpm.units === 0n
          ? '0'
          : formatDecimal(divide(multiply(subtract(cpm, previousCpm), hundred), previousCpm, 2)),
    }
  }
}

const unavailableStats = {
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
