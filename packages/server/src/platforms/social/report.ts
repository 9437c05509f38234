// Figures of an ad account: its own, and those of what is in it.
// https://developers.facebook.com/docs/marketing-api/reference/ad-account/insights

import { ServiceError } from '../../base/errors.ts'
import { eachInTurns } from '../../base/longWork.ts'
import { parseDecimal, zero } from '../../base/money.ts'
import {
  type AccountFigures,
  type Figures,
  type FiguresQuestion,
  type FiguresRow,
  figuresRows,
  type ReportLevel,
} from '../kit/figures.ts'
import type { SocialSelection } from '../kit/selections.ts'
import { type Names, namesIn, sumOf } from './actions.ts'
import { pagedRows } from './figurePages.ts'
import type { Graph } from './graph.ts'
import type { SocialPlatform } from './platform.ts'
import { areOrdered, reportLists } from './reportRuns.ts'
import { type ReportedRow, reportedFields, reportedRow } from './rows.ts'
import { ofEveryStatus } from './statusFilter.ts'
import { type GraphCall, pageOf } from './wire.ts'

/** https://developers.facebook.com/docs/marketing-api/insights/best-practices */
const openDays = 28
const mostBytes = 32 * 1024 * 1024
const dayMs = 86_400_000
/** More days than these, one row each, are left to a report run at once. */
const mostDaysAtOnce = { account: 1200, campaign: 400, adset: 92, ad: 7 } as const

type Level = keyof typeof reportedFields
const levels: Readonly<Record<Exclude<ReportLevel, 'KEYWORD'>, Level>> = {
  ACCOUNT: 'account',
  CAMPAIGN: 'campaign',
  AD_GROUP: 'adset',
  AD: 'ad',
}

export async function readFigures(
  question: FiguresQuestion & { readonly level: Exclude<ReportLevel, 'KEYWORD'> },
  { adAccountId, adAccountName, currencyCode, timeZone }: SocialSelection,
  graph: Graph,
  platform: SocialPlatform,
): Promise<AccountFigures> {
  const level = levels[question.level]
  const ofAll = { ...question, byDay: false }
  const ofLevel = callOf(question, level, adAccountId, graph)
  const { totals, rows, asOf } = question.withoutTotals
    ? { totals: [], ...(await rowsAlone(ofLevel, graph, platform, question.onRows)) }
    : await both(
        callOf(ofAll, 'account', adAccountId, graph),
        ofLevel,
        needsRun(question, level),
        graph,
        platform,
        question.onRows,
      )
  const actionTypes = new Set<string>()
  const settings = new Set<string>()
  const look = ({ actions = [], attribution_setting = '' }: ReportedRow) => {
    settings.add(attribution_setting)
    for (const { action_type } of actions) actionTypes.add(action_type)
  }
  totals.forEach(look)
  await eachInTurns(rows, platform.runtime, look)
  const names = namesIn(actionTypes)
  return {
    accountId: adAccountId,
    accountName: adAccountName,
    currencyCode,
    timeZone,
    platformLevel: level,
    attribution: attributionOf(settings),
    openDays,
    ...(asOf === undefined ? {} : { asOf }),
    totals: figuresOf(totals[0] ?? {}, names),
    rows: figuresRows(rows, (row) => rowOf(row, names, question.byDay)),
  }
}

interface Read {
  readonly rows: readonly ReportedRow[]
  /** When report runs were ordered that the rows are from; nothing when the rows were read just now. */
  readonly asOf?: number
}

/**
 * In one request where that is enough. What would be too much for it is left to report runs, the totals as well: a run may
 * be read some minutes after it was made, and totals of now would not agree with its rows.
 */
async function both(
  ofAccount: GraphCall,
  ofLevel: GraphCall,
  isMuch: boolean,
  graph: Graph,
  platform: SocialPlatform,
  onRows?: (count: number) => void,
): Promise<Read & { readonly totals: readonly ReportedRow[] }> {
  const asRuns = [ofAccount, ofLevel]
  if (!areOrdered(asRuns, platform)) {
    const part = (call: GraphCall) => ({ call, reading: pageOf(reportedRow) })
    const [ofTotals, ofRows] = await graph.batch([part(ofAccount), ...(isMuch ? [] : [part(ofLevel)])])
    const totals = await pagedRows(ofAccount, reportedRow, ofTotals, graph)
    if (totals instanceof ServiceError) throw totals
    // Who has no figures at all has none below either, and no run has to find that out.
    if (isMuch && totals.length === 0) return { totals: [], rows: [] }
    const rows = isMuch ? 'needs a run' : await pagedRows(ofLevel, reportedRow, ofRows, graph)
    if (rows instanceof ServiceError) throw rows
    if (totals !== 'needs a run' && rows !== 'needs a run') return { totals, rows }
  }
  const { lists, asOf } = await reportLists(asRuns, reportedRow, graph, platform, onRows)
  const [totals = [], rows = []] = lists
  return { totals, rows, asOf }
}

async function rowsAlone(
  ofLevel: GraphCall,
  graph: Graph,
  platform: SocialPlatform,
  onRows?: (count: number) => void,
): Promise<Read> {
  if (!areOrdered([ofLevel], platform)) {
    const [first] = await graph.batch([{ call: ofLevel, reading: pageOf(reportedRow) }])
    const rows = await pagedRows(ofLevel, reportedRow, first, graph)
    if (rows instanceof ServiceError) throw rows
    if (rows !== 'needs a run') return { rows }
  }
  const { lists, asOf } = await reportLists([ofLevel], reportedRow, graph, platform, onRows)
  return { rows: lists[0] ?? [], asOf }
}

function needsRun({ byDay, since, until }: FiguresQuestion, level: Level): boolean {
  const days = (Date.parse(until) - Date.parse(since)) / dayMs + 1
  return byDay && days > mostDaysAtOnce[level]
}

function callOf(
  { since, until, byDay, campaignIds, includeDeleted }: FiguresQuestion,
  level: Level,
  account: string,
  graph: Graph,
): GraphCall {
  const filters = [
    ...(campaignIds.length === 0 ? [] : [{ field: 'campaign.id', operator: 'IN', value: campaignIds }]),
    ...(level === 'account' || !includeDeleted ? [] : [ofEveryStatus(level)]),
  ]
  return {
    ...graph.ofAccount('insights', {
      level,
      fields: reportedFields[level],
      time_range: JSON.stringify({ since, until }),
      time_increment: byDay ? '1' : 'all_days',
      ...(filters.length === 0 ? {} : { filtering: JSON.stringify(filters) }),
      limit: '500',
    }),
    whole: true,
    bucket: { type: 'ads_insights', object: account },
    names: { params: { time_range: 'startDate', filtering: 'campaignIds' } },
    timeoutMs: 20_000,
    mostBytes,
  }
}

function figuresOf(row: Partial<ReportedRow>, names: Names): Figures {
  const { impressions = '0', clicks = '0', spend = '0', reach, actions, action_values } = row
  return {
    impressions: Number(impressions),
    clicks: Number(clicks),
    spend: parseDecimal(spend) ?? zero,
    conversions: sumOf(actions, names.conversions),
    conversionsValue: sumOf(action_values, names.conversions),
    leads: sumOf(actions, names.leads),
    reach: Number(reach ?? 0),
    videoViews: Number(actions?.find(({ action_type }) => action_type === 'video_view')?.value ?? 0),
  }
}

function rowOf(row: ReportedRow, names: Names, byDay: boolean): FiguresRow {
  const { campaign_id, campaign_name, adset_id, adset_name, ad_id, ad_name } = row
  return {
    ...(campaign_id === undefined ? {} : { campaignId: campaign_id, campaignName: campaign_name ?? '' }),
    ...(adset_id === undefined ? {} : { adGroupId: adset_id, adGroupName: adset_name ?? '' }),
    ...(ad_id === undefined ? {} : { adId: ad_id, adName: ad_name ?? '' }),
    ...(byDay ? { date: row.date_start } : {}),
    ...figuresOf(row, names),
    attribution: attributionOf(new Set([row.attribution_setting ?? ''])),
  }
}

/** What is set for the ad sets; above them it may differ. https://developers.facebook.com/docs/marketing-api/reference/ads-insights */
function attributionOf(settings: ReadonlySet<string>): string {
  const [only = ''] = settings
  return settings.size > 1 || only === '' || only === 'mixed' ? 'META:MIXED' : `META:${only}`
}
