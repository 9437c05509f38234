import { ServiceError } from '../../base/errors.ts'
import type { Runtime } from '../../base/runtime.ts'
import { dayIn } from '../../base/zoneTimes.ts'
import { decimalsOf } from '../../platforms/social/currency.ts'
import type { InsightsAnswer } from '../../platforms/social/insights.ts'
import type { FigureRow } from '../../platforms/social/rows.ts'
import { handler } from '../../waist/handler.ts'
import { missingDays, periodsOf } from './periods.ts'
import { type Costs, type Counted, costsOf, type Stats, statsOf } from './stats.ts'

export const get_campaign_insights = handler(
  'social/get_campaign_insights',
  async (
    { campaignId, startDate, endDate, currencySymbol, clientCostAdjustment },
    { connector, runtime },
  ) => {
    const { currencyCode, timeZone } = connector.selection
    const hasRange = startDate !== undefined && endDate !== undefined
    const today = dayIn(timeZone, runtime.now())
    const periods = hasRange ? periodsOf(startDate, endDate, today) : 'all'
    const answer = await connector.insights({ campaignId, periods })

    const costs = costsOf(currencySymbol, clientCostAdjustment.percentage, decimalsOf(currencyCode) ?? 2)
    const days = hasRange ? { since: startDate, until: endDate } : { since: '', until: '' }
    const previousSince = periods === 'all' ? undefined : periods[1]?.since
    const missing = hasRange ? missingDays(startDate, today, answer.narrowedTo) : undefined
    return {
      insights: await assembled(answer, { costs, days, previousSince }, runtime),
      ...(missing === undefined ? {} : { warnings: [missing] }),
    }
  },
  { mayBeLarge: true },
)

interface Manner {
  readonly costs: Costs
  readonly days: Counted['days']
  /** First day of the period that is compared with. */
  readonly previousSince: string | undefined
}

interface Figures {
  current?: FigureRow
  previous?: FigureRow
}

/** So many ads are worked on before others get their turn. */
const adsAtATime = 250

async function assembled(answer: InsightsAnswer, manner: Manner, runtime: Runtime) {
  const { campaignName } = answer
  const { costs, days } = manner
  const stats = (figures: Figures | undefined, rankings: FigureRow | undefined): Stats => {
    const counted = { row: figures?.current, previous: figures?.previous, rankings, campaignName, days }
    return statsOf(counted, costs)
  }

  const ofAds = figuresBy(({ ad_id = '' }) => ad_id, answer.ofAds, manner)
  const ofAdSets = figuresBy(({ adset_id = '' }) => adset_id, answer.ofAdSets, manner)
  const [ofCampaign] = figuresBy(() => '', answer.ofCampaign, manner).values()
  const shown = shownAds(ofAds.values())

  // Ad sets without delivery are there too, and those that were deleted after they delivered.
  const names = new Map(answer.adSets.map(({ id, name }) => [id, name]))
  for (const { current, previous } of [...ofAdSets.values(), ...ofAds.values()]) {
    const { adset_id = '', adset_name = '' } = current ?? previous ?? {}
    if (!names.has(adset_id)) names.set(adset_id, adset_name)
  }

  const ads = new Map<string, [string, { name: string; stats: Stats }][]>()
  let worked = 0
  for (const [id, figures] of ofAds) {
    const { ad_name = '', adset_id = '' } = figures.current ?? figures.previous ?? {}
    const entry = { name: ad_name, stats: stats(figures, figures.current) }
    const list = ads.get(adset_id)
    if (list) list.push([id, entry])
    else ads.set(adset_id, [[id, entry]])
    if (++worked % adsAtATime === 0) await runtime.turn()
  }

  const adsets = [...names].map(([id, name]) => {
    const entry = {
      name,
      stats: stats(ofAdSets.get(id), shown.byAdSet.get(id)),
      ads: Object.fromEntries(ads.get(id) ?? []),
    }
    return [id, entry] as const
  })
  return {
    name: campaignName,
    stats: stats(ofCampaign, shown.best),
    adsets: Object.fromEntries(adsets),
    error: [missing('ad sets', answer.ofAdSets), missing('ads', answer.ofAds)].filter(Boolean).join(' '),
  }
}

/** Rows by the object they are about. */
function figuresBy(
  idOf: (row: FigureRow) => string,
  rows: readonly FigureRow[] | ServiceError,
  { previousSince }: Manner,
): Map<string, Figures> {
  const figures = new Map<string, Figures>()
  if (rows instanceof ServiceError) return figures
  for (const row of rows) {
    const id = idOf(row)
    let entry = figures.get(id)
    if (!entry) {
      entry = {}
      figures.set(id, entry)
    }
    const isPrevious = previousSince !== undefined && row.date_start === previousSince
    entry[isPrevious ? 'previous' : 'current'] = row
  }
  return figures
}

/** Rankings exist for single ads alone: an ad set or campaign takes those of the ad that was shown most. */
function shownAds(ads: Iterable<Figures>): { best: FigureRow | undefined; byAdSet: Map<string, FigureRow> } {
  const byAdSet = new Map<string, FigureRow>()
  let best: FigureRow | undefined
  const isMore = (row: FigureRow, than: FigureRow | undefined) =>
    than === undefined || Number(row.impressions ?? 0) > Number(than.impressions ?? 0)
  for (const { current } of ads) {
    if (!current) continue
    const { adset_id = '' } = current
    if (isMore(current, byAdSet.get(adset_id))) byAdSet.set(adset_id, current)
    if (isMore(current, best)) best = current
  }
  return { best, byAdSet }
}

function missing(what: string, rows: readonly FigureRow[] | ServiceError): string {
  return rows instanceof ServiceError ? `The figures of the ${what} are missing: ${rows.message}` : ''
}
