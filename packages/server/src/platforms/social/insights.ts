// Metrics of a campaign, its ad sets and its ads: one batch, further pages, and a report run when there are
// very many rows.
// https://developers.facebook.com/docs/marketing-api/insights

import { ServiceError } from '../../runtime/errors.ts'
import { campaignNotFoundError } from '../connector-kit/upstreamErrors.ts'
import { type Graph, withFields } from './graph.ts'
import { readAllRows } from './insightsPages.ts'
import type { SocialPlatform } from './platform.ts'
import { adSetNameRow, campaignTreeRow, type InsightsRow, insightsFields, insightsRow } from './rows.ts'
import { buildEveryStatusFilter } from './status.ts'
import { type GraphCall, parseFirstPage, socialPageParser } from './wire.ts'

/** First and last day, both inclusive, in the ad account's time zone. */
export interface Period {
  readonly since: string
  readonly until: string
}

export interface InsightsQuery {
  readonly campaignId: string
  /** All time, or up to two periods. An empty list reads only the campaign and its ad sets. */
  readonly periods: 'all' | readonly Period[]
}

export interface InsightsResult {
  readonly campaignName: string
  readonly adSets: readonly { readonly id: string; readonly name: string }[]
  readonly campaignRows: readonly InsightsRow[]
  /** An error when these rows could not be read while others could. */
  readonly adSetRows: readonly InsightsRow[] | ServiceError
  readonly adRows: readonly InsightsRow[] | ServiceError
  /** First day of the narrowed period, after the platform refused an earlier day. */
  readonly narrowedTo?: string
}

type Level = keyof typeof insightsFields

const maxAdSetPages = 20
const maxResponseBytes = 32 * 1024 * 1024

export async function readInsights(
  query: InsightsQuery,
  account: string,
  graph: Graph,
  platform: SocialPlatform,
): Promise<InsightsResult> {
  const { campaignId, periods } = query
  const isEmpty = periods.length === 0
  const toCall = (level: Level) => buildLevelCall(query, account, level, graph)
  const [tree, ...levels] = await graph.readBatch([
    campaignTreePart(campaignId, graph),
    ...(isEmpty
      ? []
      : [metricsPart(toCall('campaign')), metricsPart(toCall('adset')), metricsPart(toCall('ad'))]),
  ])
  if (tree instanceof ServiceError) throw tree
  // The user's token may have access to campaigns of other ad accounts, which do not belong to this
  // connection.
  if (tree.account_id !== account) throw campaignNotFoundError('social')

  const adSets = await graph.readAll(
    graph.userCall([campaignId, 'adsets'], { limit: '200' }),
    adSetNameRow,
    maxAdSetPages,
    parseFirstPage(tree.adsets, adSetNameRow),
  )
  const base = { campaignName: tree.name, adSets }
  if (isEmpty) return { ...base, campaignRows: [], adSetRows: [], adRows: [] }

  const [campaignPage, adSetPage, adPage] = levels
  const [campaignRows, adSetRows, adRows] = await Promise.all([
    readAllRows(toCall('campaign'), insightsRow, campaignPage, graph, platform),
    readAllRows(toCall('adset'), insightsRow, adSetPage, graph, platform),
    readAllRows(toCall('ad'), insightsRow, adPage, graph, platform),
  ])
  if (campaignRows instanceof ServiceError) {
    const narrowedPeriods = isTooOld(campaignRows) ? narrowPeriods(periods) : undefined
    if (narrowedPeriods) {
      const result = await readInsights({ campaignId, periods: narrowedPeriods }, account, graph, platform)
      return { ...result, narrowedTo: narrowedPeriods[0]?.since ?? '' }
    }
    throw campaignRows
  }
  // The report run is in progress. A retry of the request continues to wait for the same run.
  for (const rows of [adSetRows, adRows])
    if (rows instanceof ServiceError && rows.code === 'UPSTREAM_TIMEOUT') throw rows
  return { ...base, campaignRows, adSetRows, adRows }
}

/** https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group */
function campaignTreePart(campaignId: string, graph: Graph) {
  const call = {
    ...withFields(graph.userCall([campaignId]), campaignTreeRow),
    names: { object: 'campaignId', kind: 'AdCampaignGroup' },
    maxBytes: maxResponseBytes,
  }
  return { call, parser: campaignTreeRow }
}

function metricsPart(call: GraphCall) {
  return { call, parser: socialPageParser(insightsRow) }
}

/** https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/insights */
function buildLevelCall(
  { campaignId, periods }: InsightsQuery,
  account: string,
  level: Level,
  graph: Graph,
): GraphCall {
  return {
    ...graph.userCall([campaignId, 'insights'], {
      level,
      fields: insightsFields[level],
      ...(level === 'campaign' ? {} : { filtering: JSON.stringify([buildEveryStatusFilter(level)]) }),
      ...(periods === 'all'
        ? { date_preset: 'maximum' }
        : { time_ranges: JSON.stringify(periods.map(({ since, until }) => ({ since, until }))) }),
      limit: level === 'campaign' ? '10' : '500',
    }),
    withoutFields: true,
    bucket: { type: 'ads_insights', object: account },
    names: { object: 'campaignId', params: { time_ranges: 'startDate' } },
    timeoutMs: 20_000,
    maxBytes: maxResponseBytes,
  }
}

function isTooOld({ details }: ServiceError): boolean {
  return details.platformError?.code === '3018'
}

/**
 * Drops the previous period and moves the start by two days, because the platform's day may begin earlier
 * than adrail's.
 */
function narrowPeriods(periods: InsightsQuery['periods']): readonly Period[] | undefined {
  if (periods === 'all' || periods.length < 2) return undefined
  const [{ since, until } = { since: '', until: '' }] = periods
  const laterStart = new Date(Date.parse(`${since}T00:00:00Z`) + 2 * 86_400_000).toISOString().slice(0, 10)
  return [{ since: laterStart < until ? laterStart : until, until }]
}
