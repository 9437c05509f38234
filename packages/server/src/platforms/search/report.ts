// Figures of an account: its own, and those of what is in it. What was removed is among them unless it is left out.
// https://developers.google.com/google-ads/api/docs/reporting/overview

import { eachInTurns } from '../../base/longWork.ts'
import { add, type Decimal, decimalOfNumber, zero } from '../../base/money.ts'
import type { Runtime } from '../../base/runtime.ts'
import { dayIn } from '../../base/zoneTimes.ts'
import {
  type AccountFigures,
  type Figures,
  type FiguresQuestion,
  type FiguresRow,
  figuresRows,
  type ReportLevel,
} from '../kit/figures.ts'
import { monthsKept, oldestDay } from '../kit/keptDays.ts'
import { reportTooLong } from '../kit/noAnswer.ts'
import type { SearchSelection } from '../kit/selections.ts'
import type { AdAccount, Extent } from './account.ts'
import { isRefusalFor } from './errors.ts'
import type { Condition, FieldName, Query } from './gaql.ts'
import { type FoundLeads, type FoundRow, figuresKind, leadsKind } from './reportRows.ts'

/** The usual window of a conversion action. https://developers.google.com/google-ads/api/docs/conversions/reporting */
const openDays = 30
/** Conversions count on the day of the click that they came from. */
const attribution = 'GOOGLE:CLICK_DATE'
/**
 * Half a million rows: as many as a whole report may have. A page of a large account's figures takes the platform longer than
 * anything else, its own clients wait for hours; whoever asks for less time than this is not kept waiting.
 * https://developers.google.com/google-ads/api/docs/client-libs/php/timeout
 */
const extent: Extent<unknown> = { mostPages: 50, tooLong: reportTooLong, timeoutMs: 30_000 }

const sources: Readonly<Record<ReportLevel, { readonly from: string; readonly status?: FieldName }>> = {
  ACCOUNT: { from: 'customer' },
  CAMPAIGN: { from: 'campaign', status: 'campaign.status' },
  AD_GROUP: { from: 'ad_group', status: 'ad_group.status' },
  AD: { from: 'ad_group_ad', status: 'ad_group_ad.status' },
  KEYWORD: { from: 'keyword_view', status: 'ad_group_criterion.status' },
}

/** Later steps of somebody who is counted already are no leads: QUALIFIED_LEAD, CONVERTED_LEAD. */
const leadCategories: ReadonlySet<string> = new Set([
  'SUBMIT_LEAD_FORM',
  'PHONE_CALL_LEAD',
  'IMPORTED_LEAD',
  'BOOK_APPOINTMENT',
  'REQUEST_QUOTE',
  'CONTACT',
  'SIGNUP',
])

/** The first of the days is older than figures are kept. https://developers.google.com/google-ads/api/reference/rpc/v25/DateRangeErrorEnum.DateRangeError */
const tooOld = 'dateRangeError.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED'
/** How long a month is here is nowhere said: with thirty days each, none of these is refused. */
const surelyKeptMs = monthsKept * 30 * 86_400_000

/** What time it is, here and at the platform. */
interface Clocks {
  readonly runtime: Runtime
  now(): number
}

/**
 * As far back as the platform keeps them. It refuses a question about earlier days, whatever else was asked for with them.
 * https://developers.google.com/google-ads/api/docs/query/date-ranges#lookback-limits
 */
export async function readFigures(
  question: FiguresQuestion,
  selection: SearchSelection,
  account: AdAccount,
  { runtime, now }: Clocks,
): Promise<AccountFigures> {
  const since = async (oldest: string): Promise<AccountFigures> => {
    if (question.since >= oldest) return await readKept(question, selection, account, runtime)
    const kept = await readKept({ ...question, since: oldest }, selection, account, runtime)
    return { ...kept, oldest }
  }
  const at = now()
  const oldest = oldestDay(dayIn(selection.timeZone, at))
  try {
    return await since(oldest)
  } catch (error) {
    const surelyKept = dayIn(selection.timeZone, at - surelyKeptMs)
    const isOlder = oldest < surelyKept && question.since < surelyKept
    if (!isOlder || !isRefusalFor(error, tooOld)) throw error
    return await since(surelyKept)
  }
}

async function readKept(
  question: FiguresQuestion,
  { accountId, accountName, currencyCode, timeZone }: SearchSelection,
  account: AdAccount,
  runtime: Runtime,
): Promise<AccountFigures> {
  const { level, byDay, campaignIds, withoutTotals } = question
  const isNothing = question.since > question.until
  // The account itself cannot be asked about some of its campaigns: they are, and are added up.
  const top = campaignIds.length === 0 ? 'ACCOUNT' : 'CAMPAIGN'
  const asked = level === 'ACCOUNT' ? top : level
  // What an account spent, it spent on what was deleted since as well.
  const includeDeleted = level === 'ACCOUNT' || question.includeDeleted
  const ofTotals = queryOf({ ...question, includeDeleted: true }, top)
  const ofRows = queryOf({ ...question, includeDeleted }, asked)
  const isWhole = !withoutTotals && asked === top && !byDay && includeDeleted
  // Those of an account are added up first: what is nothing by itself may still be a part, and many are one row.
  const extentOfRows: Extent<FoundRow> =
    level === 'ACCOUNT' ? extent : { ...extent, isKept: isSomething, onRows: question.onRows }
  const [totals, rows, totalLeads, rowLeads] = await Promise.all([
    isNothing || withoutTotals ? [] : account.rows(ofTotals, figuresKind(top, false), extent),
    isNothing || isWhole ? [] : account.rows(ofRows, figuresKind(asked, byDay), extentOfRows),
    isNothing || withoutTotals ? [] : account.rows(ofTotals, leadsKind(top, false), extent),
    isNothing || isWhole ? [] : account.rows(ofRows, leadsKind(asked, byDay), extent),
  ])
  const keyOf = level === 'ACCOUNT' ? dayOf : objectAndDayOf
  const leads = new Map<string, Decimal>()
  await eachInTurns(isWhole ? totalLeads : rowLeads, runtime, (row) => addLead(leads, keyOf(row), row))
  // Of several campaigns, where only some are asked about.
  const allLeads = new Map<string, Decimal>()
  for (const row of totalLeads) addLead(allLeads, '', row)
  const found = isWhole ? totals : rows
  return {
    accountId,
    accountName,
    currencyCode,
    timeZone,
    platformLevel: sources[level].from,
    attribution,
    openDays,
    totals: sumOf(totals, allLeads.get('') ?? zero),
    rows:
      level === 'ACCOUNT'
        ? figuresRows(byDays(found), ([day, ofDay]) => accountRowOf(day, ofDay, leads.get(day) ?? zero))
        : figuresRows(found.filter(isSomething), (row) => rowOf(row, leads.get(keyOf(row)) ?? zero)),
  }
}

function queryOf({ since, until, campaignIds, includeDeleted }: FiguresQuestion, level: ReportLevel): Query {
  const { from, status } = sources[level]
  const where: Condition[] = [{ field: 'segments.date', is: 'between', since, until }]
  if (campaignIds.length > 0) where.push({ field: 'campaign.id', is: 'ids', ids: campaignIds })
  if (!includeDeleted && status) where.push({ field: status, is: 'not', word: 'REMOVED' })
  return { from, where }
}

/** Unless split by day, everything that ever was comes, with nothing to tell. */
function isSomething({ metrics: { impressions = 0n, costMicros = 0n, conversions = 0 } }: FoundRow): boolean {
  return impressions !== 0n || costMicros !== 0n || conversions !== 0
}

/** An ad can be in several ad groups: only both together name it. */
function objectAndDayOf(row: FoundRow | FoundLeads): string {
  const { campaign, adGroup, adGroupAd, adGroupCriterion } = row
  return [campaign?.id, adGroup?.id, adGroupAd?.ad.id, adGroupCriterion?.criterionId, dayOf(row)].join()
}

/** Of rows that are not by day, nothing. */
function dayOf({ segments }: FoundRow | FoundLeads): string {
  return segments?.date ?? ''
}

/** Campaigns come one after the other, each with its own days. */
function byDays(rows: readonly FoundRow[]): readonly (readonly [string, readonly FoundRow[]])[] {
  return [...Map.groupBy(rows, dayOf)]
    .filter(([, ofDay]) => ofDay.some(isSomething))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function addLead(leads: Map<string, Decimal>, key: string, { segments, metrics }: FoundLeads): void {
  if (!leadCategories.has(segments.conversionActionCategory)) return
  leads.set(key, add(leads.get(key) ?? zero, decimalOfNumber(metrics.conversions ?? 0)))
}

function figuresOf({ metrics }: FoundRow, leads: Decimal): Figures {
  const { impressions = 0n, clicks = 0n, costMicros = 0n, conversions = 0, conversionsValue = 0 } = metrics
  return {
    impressions: Number(impressions),
    clicks: Number(clicks),
    spend: { units: costMicros, scale: 6 },
    conversions: decimalOfNumber(conversions),
    conversionsValue: decimalOfNumber(conversionsValue),
    leads,
    videoViews: Number(metrics.videoTrueviewViews ?? 0n),
  }
}

function sumOf(rows: readonly FoundRow[], leads: Decimal): Figures {
  return rows
    .map((row) => figuresOf(row, zero))
    .reduce(
      (sum, each) => ({
        impressions: sum.impressions + each.impressions,
        clicks: sum.clicks + each.clicks,
        spend: add(sum.spend, each.spend),
        conversions: add(sum.conversions, each.conversions),
        conversionsValue: add(sum.conversionsValue, each.conversionsValue),
        leads,
        videoViews: (sum.videoViews ?? 0) + (each.videoViews ?? 0),
      }),
      { ...figuresOf({ metrics: {} }, leads) },
    )
}

function accountRowOf(date: string, rows: readonly FoundRow[], leads: Decimal): FiguresRow {
  return { ...(date === '' ? {} : { date }), ...sumOf(rows, leads), attribution }
}

const statuses: Readonly<Record<string, string>> = { ENABLED: 'ACTIVE', REMOVED: 'DELETED' }

function rowOf(row: FoundRow, leads: Decimal): FiguresRow {
  const { campaign, adGroup, adGroupAd, adGroupCriterion, segments } = row
  const own = adGroupCriterion ?? adGroupAd ?? adGroup ?? campaign
  return {
    ...(campaign ? { campaignId: campaign.id, campaignName: campaign.name } : {}),
    ...(adGroup ? { adGroupId: adGroup.id, adGroupName: adGroup.name } : {}),
    ...(adGroupAd ? { adId: adGroupAd.ad.id, adName: adGroupAd.ad.name ?? '' } : {}),
    ...(adGroupCriterion
      ? {
          keywordId: adGroupCriterion.criterionId,
          keywordText: adGroupCriterion.keyword.text,
          matchType: adGroupCriterion.keyword.matchType,
        }
      : {}),
    ...(own ? { status: statuses[own.status] ?? own.status } : {}),
    ...(segments?.date === undefined ? {} : { date: segments.date }),
    ...figuresOf(row, leads),
    attribution,
  }
}
