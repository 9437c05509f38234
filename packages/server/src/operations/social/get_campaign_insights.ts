import { currencyDecimals } from '../../money/money.ts'
import { handler } from '../../pipeline/handler.ts'
import type { InsightsResult } from '../../platforms/social/insights.ts'
import type { InsightsRow } from '../../platforms/social/rows.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { dateInZone } from '../../runtime/timeZones.ts'
import { forEachYielding } from '../../runtime/yieldingBatches.ts'
import { computePeriods, describeMissingDays } from './insightsPeriods.ts'
import {
  createInsightsCostFormat,
  type InsightsCostFormat,
  type InsightsStats,
  type InsightsStatsInput,
  toInsightsStats,
} from './insightsStats.ts'

export const get_campaign_insights = handler(
  'social/get_campaign_insights',
  async (
    { campaignId, startDate, endDate, currencySymbol, clientCostAdjustment },
    { connector, runtime },
  ) => {
    const { currencyCode, timeZone } = connector.selection
    const hasRange = startDate !== undefined && endDate !== undefined
    const today = dateInZone(timeZone, runtime.now())
    const periods = hasRange ? computePeriods(startDate, endDate, today) : 'all'
    const insights = await connector.insights({ campaignId, periods })

    const costFormat = createInsightsCostFormat(
      currencySymbol,
      clientCostAdjustment.percentage,
      currencyDecimals(currencyCode),
    )
    const days = hasRange ? { since: startDate, until: endDate } : { since: '', until: '' }
    const previousSince = periods === 'all' ? undefined : periods[1]?.since
    const missingDaysWarning = hasRange
      ? describeMissingDays(startDate, today, insights.narrowedTo)
      : undefined
    return {
      insights: await assembleInsights(insights, { costFormat, days, previousSince }, runtime),
      ...(missingDaysWarning === undefined ? {} : { warnings: [missingDaysWarning] }),
    }
  },
  { mayBeLarge: true },
)

interface AssemblyOptions {
  readonly costFormat: InsightsCostFormat
  readonly days: InsightsStatsInput['days']
  /** First day of the comparison period. Undefined when there is none. */
  readonly previousSince: string | undefined
}

interface PeriodRows {
  current?: InsightsRow
  previous?: InsightsRow
}

type Ads = Record<string, { name: string; stats: InsightsStats }>

async function assembleInsights(insights: InsightsResult, options: AssemblyOptions, runtime: Runtime) {
  const { campaignName } = insights
  const { costFormat, days } = options
  const computeStats = (
    periodRows: PeriodRows | undefined,
    rankings: InsightsRow | undefined,
  ): InsightsStats => {
    const input = { row: periodRows?.current, previous: periodRows?.previous, rankings, campaignName, days }
    return toInsightsStats(input, costFormat)
  }

  const adRowsById = await indexRows(({ ad_id = '' }) => ad_id, insights.adRows, options, runtime)
  const adSetRowsById = await indexRows(({ adset_id = '' }) => adset_id, insights.adSetRows, options, runtime)
  const [campaignRows] = (await indexRows(() => '', insights.campaignRows, options, runtime)).values()

  // The report includes ad sets without delivery, and ad sets that were deleted after delivery.
  const nameByAdSetId = new Map(insights.adSets.map(({ id, name }) => [id, name]))
  const addMissingName = ({ adset_id = '', adset_name = '' }: Partial<InsightsRow>) => {
    if (!nameByAdSetId.has(adset_id)) nameByAdSetId.set(adset_id, adset_name)
  }
  for (const { current, previous } of adSetRowsById.values()) addMissingName(current ?? previous ?? {})

  const topAds = new TopAds()
  const adsByAdSetId = new Map<string, Ads>()
  await forEachYielding(adRowsById, runtime, ([id, periodRows]) => {
    const row: Partial<InsightsRow> = periodRows.current ?? periodRows.previous ?? {}
    const { ad_name = '', adset_id = '' } = row
    addMissingName(row)
    topAds.observe(periodRows.current)
    const adSetAds = adsByAdSetId.get(adset_id) ?? createAdRecord()
    adSetAds[id] = { name: ad_name, stats: computeStats(periodRows, periodRows.current) }
    adsByAdSetId.set(adset_id, adSetAds)
  })

  const adsets: Record<string, { name: string; stats: InsightsStats; ads: Ads }> = Object.create(null)
  await forEachYielding(nameByAdSetId, runtime, ([id, name]) => {
    const rankings = topAds.bestByAdSetId.get(id)
    adsets[id] = {
      name,
      stats: computeStats(adSetRowsById.get(id), rankings),
      ads: adsByAdSetId.get(id) ?? createAdRecord(),
    }
  })
  return {
    name: campaignName,
    stats: computeStats(campaignRows, topAds.best),
    adsets,
    error: [describeMissing('ad sets', insights.adSetRows), describeMissing('ads', insights.adRows)]
      .filter(Boolean)
      .join(' '),
  }
}

/**
 * The record grows entry by entry, because building it from ten thousand entries at once would block the
 * event loop. It has no prototype, so an id such as `__proto__` is an ordinary key.
 */
function createAdRecord(): Ads {
  return Object.create(null)
}

/** Indexes the rows by object id and separates the requested period from the previous one. */
async function indexRows(
  getId: (row: InsightsRow) => string,
  rows: readonly InsightsRow[] | ServiceError,
  { previousSince }: AssemblyOptions,
  runtime: Runtime,
): Promise<Map<string, PeriodRows>> {
  const rowsById = new Map<string, PeriodRows>()
  if (rows instanceof ServiceError) return rowsById
  await forEachYielding(rows, runtime, (row) => {
    const id = getId(row)
    let entry = rowsById.get(id)
    if (!entry) {
      entry = {}
      rowsById.set(id, entry)
    }
    const isPrevious = previousSince !== undefined && row.date_start === previousSince
    entry[isPrevious ? 'previous' : 'current'] = row
  })
  return rowsById
}

/**
 * The platform ranks only ads. An ad set or campaign takes the rankings of its ad with the highest number of
 * impressions.
 */
class TopAds {
  best: InsightsRow | undefined
  readonly bestByAdSetId = new Map<string, InsightsRow>()

  observe(ad: InsightsRow | undefined): void {
    if (!ad) return
    const { adset_id = '' } = ad
    if (hasMoreImpressions(ad, this.bestByAdSetId.get(adset_id))) this.bestByAdSetId.set(adset_id, ad)
    if (hasMoreImpressions(ad, this.best)) this.best = ad
  }
}

function hasMoreImpressions(ad: InsightsRow, other: InsightsRow | undefined): boolean {
  return other === undefined || Number(ad.impressions ?? 0) > Number(other.impressions ?? 0)
}

function describeMissing(subject: string, rows: readonly InsightsRow[] | ServiceError): string {
  return rows instanceof ServiceError ? `The metrics of the ${subject} are missing: ${rows.problem}` : ''
}
