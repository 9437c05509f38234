import { ServiceError } from '../../base/errors.ts'
import { eachInTurns } from '../../base/longWork.ts'
import { currencyDecimals } from '../../base/money.ts'
import type { Runtime } from '../../base/runtime.ts'
import { dayIn } from '../../base/zoneTimes.ts'
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

    const costs = costsOf(currencySymbol, clientCostAdjustment.percentage, currencyDecimals(currencyCode))
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

type Ads = Record<string, { name: string; stats: Stats }>

async function assembled(answer: InsightsAnswer, manner: Manner, runtime: Runtime) {
  const { campaignName } = answer
  const { costs, days } = manner
  const stats = (figures: Figures | undefined, rankings: FigureRow | undefined): Stats => {
    const counted = { row: figures?.current, previous: figures?.previous, rankings, campaignName, days }
    return statsOf(counted, costs)
  }

  const ofAds = await figuresBy(({ ad_id = '' }) => ad_id, answer.ofAds, manner, runtime)
  const ofAdSets = await figuresBy(({ adset_id = '' }) => adset_id, answer.ofAdSets, manner, runtime)
  const [ofCampaign] = (await figuresBy(() => '', answer.ofCampaign, manner, runtime)).values()

  // Ad sets without delivery are there too, and those that were deleted after they delivered.
  const names = new Map(answer.adSets.map(({ id, name }) => [id, name]))
  const nameIn = ({ adset_id = '', adset_name = '' }: Partial<FigureRow>) => {
    if (!names.has(adset_id)) names.set(adset_id, adset_name)
  }
  for (const { current, previous } of ofAdSets.values()) nameIn(current ?? previous ?? {})

  const shown = new ShownMost()
  const ads = new Map<string, Ads>()
  await eachInTurns(ofAds, runtime, ([id, figures]) => {
    const row: Partial<FigureRow> = figures.current ?? figures.previous ?? {}
    const { ad_name = '', adset_id = '' } = row
    nameIn(row)
    shown.look(figures.current)
    const ofOneSet = ads.get(adset_id) ?? noAds()
    ofOneSet[id] = { name: ad_name, stats: stats(figures, figures.current) }
    ads.set(adset_id, ofOneSet)
  })

  const adsets: Record<string, { name: string; stats: Stats; ads: Ads }> = Object.create(null)
  await eachInTurns(names, runtime, ([id, name]) => {
    const rankings = shown.byAdSet.get(id)
    adsets[id] = { name, stats: stats(ofAdSets.get(id), rankings), ads: ads.get(id) ?? noAds() }
  })
  return {
    name: campaignName,
    stats: stats(ofCampaign, shown.best),
    adsets,
    error: [missing('ad sets', answer.ofAdSets), missing('ads', answer.ofAds)].filter(Boolean).join(' '),
  }
}

/** Grows entry by entry: made of ten thousand at once it would keep others waiting. Whatever an id is, it is only a name. */
function noAds(): Ads {
  return Object.create(null)
}

/** Rows by the object they are about. */
async function figuresBy(
  idOf: (row: FigureRow) => string,
  rows: readonly FigureRow[] | ServiceError,
  { previousSince }: Manner,
  runtime: Runtime,
): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>()
  if (rows instanceof ServiceError) return figures
  await eachInTurns(rows, runtime, (row) => {
    const id = idOf(row)
    let entry = figures.get(id)
    if (!entry) {
      entry = {}
      figures.set(id, entry)
    }
    const isPrevious = previousSince !== undefined && row.date_start === previousSince
    entry[isPrevious ? 'previous' : 'current'] = row
  })
  return figures
}

/** Rankings exist for single ads alone: an ad set or campaign takes those of the ad that was shown most. */
class ShownMost {
  best: FigureRow | undefined
  readonly byAdSet = new Map<string, FigureRow>()

  look(ad: FigureRow | undefined): void {
    if (!ad) return
    const { adset_id = '' } = ad
    if (isShownMore(ad, this.byAdSet.get(adset_id))) this.byAdSet.set(adset_id, ad)
    if (isShownMore(ad, this.best)) this.best = ad
  }
}

function isShownMore(ad: FigureRow, than: FigureRow | undefined): boolean {
  return than === undefined || Number(ad.impressions ?? 0) > Number(than.impressions ?? 0)
}

function missing(what: string, rows: readonly FigureRow[] | ServiceError): string {
  return rows instanceof ServiceError ? `The figures of the ${what} are missing: ${rows.message}` : ''
}
