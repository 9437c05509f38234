// Figures of a campaign, its ad sets and its ads: one batch, further pages, and a report run when there are very many.
// https://developers.facebook.com/docs/marketing-api/insights

import { ServiceError } from '../../base/errors.ts'
import { asText, type Json } from '../kit/values.ts'
import type { Graph } from './graph.ts'
import type { SocialPlatform } from './platform.ts'
import { reportRows } from './reportRuns.ts'
import { type GraphCall, pageOf } from './wire.ts'

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
  readonly campaign: Json
  readonly adSets: readonly Json[]
  readonly ofCampaign: readonly Json[]
  /** An error when this part could not be had while the rest could. */
  readonly ofAdSets: readonly Json[] | ServiceError
  readonly ofAds: readonly Json[] | ServiceError
}

const figures = [
  'campaign_name,account_currency,impressions,reach,clicks,spend,cpm,cpc,ctr,actions,cost_per_action_type,conversions',
  'video_play_actions,video_avg_time_watched_actions,video_30_sec_watched_actions,video_p25_watched_actions',
  'video_p50_watched_actions,video_p75_watched_actions,video_p95_watched_actions,video_p100_watched_actions',
].join(',')
const adSetFields = 'id,name'
const mostAdSetPages = 20
/** Rows beyond this many pages are left to a report run. */
const mostPages = 4
const mostBytes = 32 * 1024 * 1024

export async function readInsights(
  question: InsightsQuestion,
  account: string,
  graph: Graph,
  platform: SocialPlatform,
): Promise<InsightsAnswer> {
  const { campaignId, periods } = question
  const campaignCall = nodeCall(campaignId, account)
  const calls = ['campaign', 'adset', 'ad'].map((level) => levelCall(question, account, level))
  const [campaign, ...levels] = await graph.batch([campaignCall, ...(periods.length > 0 ? calls : [])])
  if (campaign === undefined || campaign instanceof ServiceError) throw campaign
  // The person's token may reach other ad accounts: their campaigns are none of this user's.
  if (asText(campaign['account_id']) !== account)
    throw new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'social' } })

  const adSetCall = {
    ...campaignCall,
    path: [campaignId, 'adsets'],
    params: { fields: adSetFields, limit: '200' },
  }
  const adSets = await graph.all(adSetCall, mostAdSetPages, pageOf(campaign['adsets']))
  if (periods.length === 0) return { campaign, adSets, ofCampaign: [], ofAdSets: [], ofAds: [] }

  const [ofCampaign, ofAdSets, ofAds] = await Promise.all(
    calls.map((call, index) => rowsOf(call, levels[index], graph, platform)),
  )
  if (ofCampaign === undefined || ofCampaign instanceof ServiceError) {
    const narrowed = tooOld(ofCampaign) ? narrower(periods) : undefined
    if (narrowed) return await readInsights({ campaignId, periods: narrowed }, account, graph, platform)
    throw ofCampaign
  }
  // A report that is still being made is worth waiting for: the same request finds it again.
  for (const part of [ofAdSets, ofAds])
    if (part instanceof ServiceError && part.code === 'UPSTREAM_TIMEOUT') throw part
  return { campaign, adSets, ofCampaign, ofAdSets: ofAdSets ?? [], ofAds: ofAds ?? [] }
}

/** https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group */
function nodeCall(campaignId: string, account: string): GraphCall {
  return {
    method: 'GET',
    path: [campaignId],
    params: { fields: `id,name,account_id,adsets.limit(200){${adSetFields}}` },
    token: 'user',
    bucket: { type: 'ads_management', object: account },
    names: { object: 'campaignId', kind: 'AdCampaignGroup' },
    mostBytes,
  }
}

/** https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/insights */
function levelCall({ campaignId, periods }: InsightsQuestion, account: string, level: string): GraphCall {
  const own: Record<string, string> = {
    campaign: '',
    adset: ',adset_id,adset_name',
    // Rankings exist for single ads alone.
    ad: ',adset_id,adset_name,ad_id,ad_name,quality_ranking,conversion_rate_ranking',
  }
  return {
    method: 'GET',
    path: [campaignId, 'insights'],
    params: {
      level,
      fields: `${figures}${own[level] ?? ''}`,
      ...(periods === 'all'
        ? { date_preset: 'maximum' }
        : { time_ranges: JSON.stringify(periods.map(({ since, until }) => ({ since, until }))) }),
      limit: level === 'campaign' ? '10' : '500',
    },
    token: 'user',
    bucket: { type: 'ads_insights', object: account },
    names: { object: 'campaignId', params: { time_ranges: 'startDate' } },
    timeoutMs: 20_000,
    mostBytes,
  }
}

async function rowsOf(
  call: GraphCall,
  answer: Json | ServiceError | undefined,
  graph: Graph,
  platform: SocialPlatform,
): Promise<readonly Json[] | ServiceError> {
  try {
    if (answer === undefined) return []
    if (answer instanceof ServiceError) {
      // Too much at once, or too slow: a report run has more time.
      const needsTime = answer.code === 'UPSTREAM_ERROR' || answer.code === 'UPSTREAM_TIMEOUT'
      return needsTime ? await reportRows(call, graph, platform) : answer
    }
    let page = pageOf(answer)
    const rows = [...page.rows]
    for (let count = 1; page.next !== undefined && page.rows.length > 0; count++) {
      if (count >= mostPages) return await reportRows(call, graph, platform)
      page = await graph.pageAt(call, page.next)
      rows.push(...page.rows)
    }
    return rows
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

function tooOld(error: ServiceError | undefined): boolean {
  return error?.details.platformError?.code === '3018'
}

/** Without the period before, and two days shorter: the platform's day may have begun earlier than ours. */
function narrower(periods: InsightsQuestion['periods']): readonly Period[] | undefined {
  if (periods === 'all' || periods.length < 2) return undefined
  const [{ since, until } = { since: '', until: '' }] = periods
  const later = new Date(Date.parse(`${since}T00:00:00Z`) + 2 * 86_400_000).toISOString().slice(0, 10)
  return [{ since: later < until ? later : until, until }]
}
