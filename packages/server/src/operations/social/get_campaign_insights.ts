import { ServiceError } from '../../base/errors.ts'
import type { Json } from '../../platforms/kit/values.ts'
import type { InsightsAnswer } from '../../platforms/social/connector.ts'
import { decimalsOf } from '../../platforms/social/currency.ts'
import type { Context, Handler } from '../../waist/handler.ts'
import { dayIn, periodsOf } from './periods.ts'
import { numberOf, textOf } from './rows.ts'
import { type Costs, type Counted, costsOf, type Stats, statsOf } from './stats.ts'

export const get_campaign_insights: Handler<'social/get_campaign_insights'> = async (body, ctx) => {
  const { userId, campaignId, startDate, endDate, currencySymbol, clientCostAdjustment } = body
  const social = await ctx.connect(userId, 'social')
  const { currencyCode, timeZone } = social.selection
  const hasRange = startDate !== undefined && endDate !== undefined
  const periods = hasRange ? periodsOf(startDate, endDate, dayIn(timeZone, ctx.runtime.now())) : 'all'
  const answer = await social.insights({ campaignId, periods })

  const costs = costsOf(currencySymbol, clientCostAdjustment.percentage, decimalsOf(currencyCode) ?? 2)
  const days = hasRange ? { since: startDate, until: endDate } : { since: '', until: '' }
  const previousSince = periods === 'all' ? undefined : periods[1]?.since
  return { insights: await assembled(answer, { costs, days, previousSince }, ctx) }
}

interface Manner {
  readonly costs: Costs
  readonly days: Counted['days']
  /** First day of the period that is compared with. */
  readonly previousSince: string | undefined
}

interface Figures {
  current?: Json
  previous?: Json
}

/** So many ads are worked on before others get their turn. */
const adsAtATime = 500

async function assembled(answer: InsightsAnswer, manner: Manner, ctx: Context) {
  const campaignName = textOf(answer.campaign, 'name')
  const { costs, days } = manner
  const stats = (figures: Figures | undefined, rankings: Json | undefined): Stats => {
    const counted = { row: figures?.current, previous: figures?.previous, rankings, campaignName, days }
    return statsOf(counted, costs)
  }

  const ofAds = figuresBy('ad_id', answer.ofAds, manner)
  const ofAdSets = figuresBy('adset_id', answer.ofAdSets, manner)
  const [ofCampaign] = figuresBy('campaign', answer.ofCampaign, manner).values()
  const shown = shownAds(ofAds.values())

  // Ad sets without delivery are there too, and those that were deleted after they delivered.
  const names = new Map(answer.adSets.map((row) => [textOf(row, 'id'), textOf(row, 'name')]))
  for (const { current, previous } of [...ofAdSets.values(), ...ofAds.values()]) {
    const row = current ?? previous ?? {}
    if (!names.has(textOf(row, 'adset_id'))) names.set(textOf(row, 'adset_id'), textOf(row, 'adset_name'))
  }

  const ads = new Map<string, [string, { name: string; stats: Stats }][]>()
  let worked = 0
  for (const [id, figures] of ofAds) {
    const row = figures.current ?? figures.previous ?? {}
    const entry = { name: textOf(row, 'ad_name'), stats: stats(figures, figures.current) }
    const adSetId = textOf(row, 'adset_id')
    const list = ads.get(adSetId)
    if (list) list.push([id, entry])
    else ads.set(adSetId, [[id, entry]])
    if (++worked % adsAtATime === 0) await ctx.runtime.pause(0)
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
  idField: string,
  rows: readonly Json[] | ServiceError,
  { previousSince }: Manner,
): Map<string, Figures> {
  const figures = new Map<string, Figures>()
  if (rows instanceof ServiceError) return figures
  for (const row of rows) {
    const id = textOf(row, idField)
    let entry = figures.get(id)
    if (!entry) {
      entry = {}
      figures.set(id, entry)
    }
    const isPrevious = previousSince !== undefined && row['date_start'] === previousSince
    entry[isPrevious ? 'previous' : 'current'] = row
  }
  return figures
}

/** Rankings exist for single ads alone: an ad set or campaign takes those of the ad that was shown most. */
function shownAds(ads: Iterable<Figures>): { best: Json | undefined; byAdSet: Map<string, Json> } {
  const byAdSet = new Map<string, Json>()
  let best: Json | undefined
  const isMore = (row: Json, than: Json | undefined) =>
    than === undefined || numberOf(row, 'impressions') > numberOf(than, 'impressions')
  for (const { current } of ads) {
    if (!current) continue
    const adSetId = textOf(current, 'adset_id')
    if (isMore(current, byAdSet.get(adSetId))) byAdSet.set(adSetId, current)
    if (isMore(current, best)) best = current
  }
  return { best, byAdSet }
}

function missing(what: string, rows: readonly Json[] | ServiceError): string {
  return rows instanceof ServiceError ? `The figures of the ${what} are missing: ${rows.message}` : ''
}
