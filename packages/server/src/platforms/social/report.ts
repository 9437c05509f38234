// Metrics of an ad account: totals, and rows of its campaigns, ad sets or ads.
// https://developers.facebook.com/docs/marketing-api/reference/ad-account/insights

import { parseDecimal, zero } from '../../money/money.ts'
import { dayMs } from '../../runtime/durations.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { forEachYielding } from '../../runtime/yieldingBatches.ts'
import {
  type AccountMetrics,
  type AdMetrics,
  lazyMetricsRows,
  type MetricsQuery,
  type MetricsRow,
  type ReportLevel,
} from '../connector-kit/adMetrics.ts'
import { type ActionNames, chooseActionNames, sumActions } from './actions.ts'
import type { Graph } from './graph.ts'
import { readPagedRows } from './insightsPages.ts'
import type { SocialPlatform } from './platform.ts'
import { hasRuns, readReports } from './reportRuns.ts'
import { type ReportRow, reportFieldsByLevel, reportRow } from './rows.ts'
import type { SocialSelection } from './selection.ts'
import { buildEveryStatusFilter } from './status.ts'
import { type GraphCall, socialPageParser } from './wire.ts'

/** https://developers.facebook.com/docs/marketing-api/insights/best-practices */
const openDays = 28
const maxResponseBytes = 32 * 1024 * 1024
/** Reports with more days, one row each, use a report run at once. */
const maxDaysPerCall = { account: 1200, campaign: 400, adset: 92, ad: 7 } as const

type Level = keyof typeof reportFieldsByLevel
const levelByReportLevel: Readonly<Record<Exclude<ReportLevel, 'KEYWORD'>, Level>> = {
  ACCOUNT: 'account',
  CAMPAIGN: 'campaign',
  AD_GROUP: 'adset',
  AD: 'ad',
}

export async function readSocialMetrics(
  metricsQuery: MetricsQuery & { readonly level: Exclude<ReportLevel, 'KEYWORD'> },
  { accountId, accountName, currencyCode, timeZone }: SocialSelection,
  graph: Graph,
  platform: SocialPlatform,
): Promise<AccountMetrics> {
  const level = levelByReportLevel[metricsQuery.level]
  const totalsQuery = { ...metricsQuery, byDay: false }
  const levelCall = buildInsightsCall(metricsQuery, level, accountId, graph)
  const { totals, rows, asOf } = metricsQuery.withoutTotals
    ? { totals: [], ...(await readRows(levelCall, graph, platform, metricsQuery.onRows)) }
    : await readTotalsAndRows(
        buildInsightsCall(totalsQuery, 'account', accountId, graph),
        levelCall,
        needsRun(metricsQuery, level),
        graph,
        platform,
        metricsQuery.onRows,
      )
  const actionTypes = new Set<string>()
  const attributionSettings = new Set<string>()
  const collect = ({ actions = [], attribution_setting = '' }: ReportRow) => {
    attributionSettings.add(attribution_setting)
    for (const { action_type } of actions) actionTypes.add(action_type)
  }
  totals.forEach(collect)
  await forEachYielding(rows, platform.runtime, collect)
  const actionNames = chooseActionNames(actionTypes)
  return {
    accountId,
    accountName,
    currencyCode,
    timeZone,
    platformLevel: level,
    attribution: toAttribution(attributionSettings),
    openDays,
    ...(asOf === undefined ? {} : { asOf }),
    totals: toMetrics(totals[0] ?? {}, actionNames),
    rows: lazyMetricsRows(rows, (row) => toMetricsRow(row, actionNames, metricsQuery.byDay)),
  }
}

interface RowsResult {
  readonly rows: readonly ReportRow[]
  /** Order time of the report runs that the rows come from. Absent when the rows were read just now. */
  readonly asOf?: number
}

/**
 * Reads totals and rows in one request where possible. Larger reports use report runs, also for the totals. A
 * run may be read minutes after its creation, and current totals would not match its rows.
 */
async function readTotalsAndRows(
  totalsCall: GraphCall,
  levelCall: GraphCall,
  requiresRun: boolean,
  graph: Graph,
  platform: SocialPlatform,
  onRows?: (count: number) => void,
): Promise<RowsResult & { readonly totals: readonly ReportRow[] }> {
  const runCalls = [totalsCall, levelCall]
  if (!hasRuns(runCalls, platform)) {
    const batchPart = (call: GraphCall) => ({ call, parser: socialPageParser(reportRow) })
    const [totalsPage, rowsPage] = await graph.readBatch([
      batchPart(totalsCall),
      ...(requiresRun ? [] : [batchPart(levelCall)]),
    ])
    const totals = await readPagedRows(totalsCall, reportRow, totalsPage, graph)
    if (totals instanceof ServiceError) throw totals
    // An account without metrics has no rows at lower levels either, so no run is needed.
    if (requiresRun && totals.length === 0) return { totals: [], rows: [] }
    const rows = requiresRun ? 'needs a run' : await readPagedRows(levelCall, reportRow, rowsPage, graph)
    if (rows instanceof ServiceError) throw rows
    if (totals !== 'needs a run' && rows !== 'needs a run') return { totals, rows }
  }
  const { lists, asOf } = await readReports(runCalls, reportRow, graph, platform, onRows)
  const [totals = [], rows = []] = lists
  return { totals, rows, asOf }
}

async function readRows(
  levelCall: GraphCall,
  graph: Graph,
  platform: SocialPlatform,
  onRows?: (count: number) => void,
): Promise<RowsResult> {
  if (!hasRuns([levelCall], platform)) {
    const [first] = await graph.readBatch([{ call: levelCall, parser: socialPageParser(reportRow) }])
    const rows = await readPagedRows(levelCall, reportRow, first, graph)
    if (rows instanceof ServiceError) throw rows
    if (rows !== 'needs a run') return { rows }
  }
  const { lists, asOf } = await readReports([levelCall], reportRow, graph, platform, onRows)
  return { rows: lists[0] ?? [], asOf }
}

function needsRun({ byDay, since, until }: MetricsQuery, level: Level): boolean {
  const days = (Date.parse(until) - Date.parse(since)) / dayMs + 1
  return byDay && days > maxDaysPerCall[level]
}

function buildInsightsCall(
  { since, until, byDay, campaignIds, includeDeleted }: MetricsQuery,
  level: Level,
  account: string,
  graph: Graph,
): GraphCall {
  const filters = [
    ...(campaignIds.length === 0 ? [] : [{ field: 'campaign.id', operator: 'IN', value: campaignIds }]),
    ...(level === 'account' || !includeDeleted ? [] : [buildEveryStatusFilter(level)]),
  ]
  return {
    ...graph.accountCall('insights', {
      level,
      fields: reportFieldsByLevel[level],
      time_range: JSON.stringify({ since, until }),
      time_increment: byDay ? '1' : 'all_days',
      ...(filters.length === 0 ? {} : { filtering: JSON.stringify(filters) }),
      limit: '500',
    }),
    withoutFields: true,
    bucket: { type: 'ads_insights', object: account },
    names: { params: { time_range: 'startDate', filtering: 'campaignIds' } },
    timeoutMs: 20_000,
    maxBytes: maxResponseBytes,
  }
}

function toMetrics(row: Partial<ReportRow>, actionNames: ActionNames): AdMetrics {
  const { impressions = '0', clicks = '0', spend = '0', reach, actions, action_values } = row
  return {
    impressions: Number(impressions),
    clicks: Number(clicks),
    spend: parseDecimal(spend) ?? zero,
    conversions: sumActions(actions, actionNames.conversions),
    conversionsValue: sumActions(action_values, actionNames.conversions),
    leads: sumActions(actions, actionNames.leads),
    reach: Number(reach ?? 0),
    videoViews: Number(actions?.find(({ action_type }) => action_type === 'video_view')?.value ?? 0),
  }
}

function toMetricsRow(row: ReportRow, actionNames: ActionNames, byDay: boolean): MetricsRow {
  const { campaign_id, campaign_name, adset_id, adset_name, ad_id, ad_name } = row
  return {
    ...(campaign_id === undefined ? {} : { campaignId: campaign_id, campaignName: campaign_name ?? '' }),
    ...(adset_id === undefined ? {} : { adGroupId: adset_id, adGroupName: adset_name ?? '' }),
    ...(ad_id === undefined ? {} : { adId: ad_id, adName: ad_name ?? '' }),
    ...(byDay ? { date: row.date_start } : {}),
    ...toMetrics(row, actionNames),
    attribution: toAttribution(new Set([row.attribution_setting ?? ''])),
  }
}

/**
 * Attribution of the ad sets, which may differ at higher levels.
 * https://developers.facebook.com/docs/marketing-api/reference/ads-insights
 */
function toAttribution(attributionSettings: ReadonlySet<string>): string {
  const [firstSetting = ''] = attributionSettings
  return attributionSettings.size > 1 || firstSetting === '' || firstSetting === 'mixed'
    ? 'META:MIXED'
    : `META:${firstSetting}`
}
