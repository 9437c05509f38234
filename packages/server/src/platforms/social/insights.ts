// Figures of a campaign, its ad sets and its ads: one batch, further pages, and a report run when there are very many.
// https://developers.facebook.com/docs/marketing-api/insights

import { ServiceError } from '../../base/errors.ts'
import { allRows } from './figurePages.ts'
import { asking, type Graph } from './graph.ts'
import type { SocialPlatform } from './platform.ts'
import { adSetNameRow, campaignTreeRow, type FigureRow, figureFields, figureRow } from './rows.ts'
import { ofEveryStatus } from './statusFilter.ts'
import { type GraphCall, pageIn, pageOf } from './wire.ts'

/** Days in the ad account's time zone, both included. */
export interface Period {
  readonly since: string
  readonly until: string
}

export interface InsightsQuestion {
  readonly campaignId: string
  /** All time, or up to two periods; none asks for the campaign alone. */
  readonly periods: 'all' | readonly Period[]
}

export interface InsightsAnswer {
  readonly campaignName: string
  readonly adSets: readonly { readonly id: string; readonly name: string }[]
  readonly ofCampaign: readonly FigureRow[]
  /** An error when this part could not be had while the rest could. */
  readonly ofAdSets: readonly FigureRow[] | ServiceError
  readonly ofAds: readonly FigureRow[] | ServiceError
  /** The first day that was asked for in the end, when the platform refused an earlier one. */
  readonly narrowedTo?: string
}

type Level = keyof typeof figureFields

const mostAdSetPages = 20
const mostBytes = 32 * 1024 * 1024

export async function readInsights(
  question: InsightsQuestion,
  account: string,
  graph: Graph,
  platform: SocialPlatform,
): Promise<InsightsAnswer> {
  const { campaignId, periods } = question
  const isEmpty = periods.length === 0
  const call = (level: Level) => levelCall(question, account, level, graph)
  const [tree, ...levels] = await graph.batch([
    treePart(campaignId, graph),
    ...(isEmpty ? [] : [part(call('campaign')), part(call('adset')), part(call('ad'))]),
  ])
  if (tree instanceof ServiceError) throw tree
  // The person's token may reach other ad accounts: their campaigns are none of this user's.
  if (tree.account_id !== account)
    throw new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'social' } })

  const adSets = await graph.all(
    graph.about([campaignId, 'adsets'], { limit: '200' }),
    adSetNameRow,
    mostAdSetPages,
    tree.adsets === undefined ? { rows: [] } : pageIn(tree.adsets, adSetNameRow),
  )
  const named = { campaignName: tree.name, adSets }
  if (isEmpty) return { ...named, ofCampaign: [], ofAdSets: [], ofAds: [] }

  const [figuresOfCampaign, figuresOfAdSets, figuresOfAds] = levels
  const [ofCampaign, ofAdSets, ofAds] = await Promise.all([
    allRows(call('campaign'), figureRow, figuresOfCampaign, graph, platform),
    allRows(call('adset'), figureRow, figuresOfAdSets, graph, platform),
    allRows(call('ad'), figureRow, figuresOfAds, graph, platform),
  ])
  if (ofCampaign instanceof ServiceError) {
    const narrowed = tooOld(ofCampaign) ? narrower(periods) : undefined
    if (narrowed) {
      const answer = await readInsights({ campaignId, periods: narrowed }, account, graph, platform)
      return { ...answer, narrowedTo: narrowed[0]?.since ?? '' }
    }
    throw ofCampaign
  }
  // A report that is still being made is worth waiting for: the same request finds it again.
  for (const rows of [ofAdSets, ofAds])
    if (rows instanceof ServiceError && rows.code === 'UPSTREAM_TIMEOUT') throw rows
  return { ...named, ofCampaign, ofAdSets, ofAds }
}

/** https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group */
function treePart(campaignId: string, graph: Graph) {
  const call = {
    ...asking(graph.about([campaignId]), campaignTreeRow),
    names: { object: 'campaignId', kind: 'AdCampaignGroup' },
    mostBytes,
  }
  return { call, reading: campaignTreeRow }
}

function part(call: GraphCall) {
  return { call, reading: pageOf(figureRow) }
}

/** https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/insights */
function levelCall(
  { campaignId, periods }: InsightsQuestion,
  account: string,
  level: Level,
  graph: Graph,
): GraphCall {
  return {
    ...graph.about([campaignId, 'insights'], {
      level,
      fields: figureFields[level],
      ...(level === 'campaign' ? {} : { filtering: JSON.stringify([ofEveryStatus(level)]) }),
      ...(periods === 'all'
        ? { date_preset: 'maximum' }
        : { time_ranges: JSON.stringify(periods.map(({ since, until }) => ({ since, until }))) }),
      limit: level === 'campaign' ? '10' : '500',
    }),
    whole: true,
    bucket: { type: 'ads_insights', object: account },
    names: { object: 'campaignId', params: { time_ranges: 'startDate' } },
    timeoutMs: 20_000,
    mostBytes,
  }
}

function tooOld({ details }: ServiceError): boolean {
  return details.platformError?.code === '3018'
}

/** Without the period before, and two days shorter: the platform's day may have begun earlier than ours. */
function narrower(periods: InsightsQuestion['periods']): readonly Period[] | undefined {
  if (periods === 'all' || periods.length < 2) return undefined
  const [{ since, until } = { since: '', until: '' }] = periods
  const later = new Date(Date.parse(`${since}T00:00:00Z`) + 2 * 86_400_000).toISOString().slice(0, 10)
  return [{ since: later < until ? later : until, until }]
}
