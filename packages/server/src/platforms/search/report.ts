// Reads the metrics of an account and of the objects in the account. Removed objects are included unless the
// query excludes them.
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

/**
 * The default conversion window of a conversion action.
 * https://developers.google.com/google-ads/api/docs/conversions/reporting
 */
const openDays = 30
/** The platform attributes a conversion to the day of the click. */
const attribution = 'GOOGLE:CLICK_DATE'
/**
 * 50 pages are half a million rows, the maximum of a whole report. Report pages of large accounts are the
 * platform's slowest responses, and Google's own clients wait for hours. A request with a shorter deadline
 * still ends at its deadline. https://developers.google.com/google-ads/api/docs/client-libs/php/timeout
 */
const extent: Extent<unknown> = { mostPages: 50, tooLong: reportTooLong, timeoutMs: 30_000 }

const sources: Readonly<Record<ReportLevel, { readonly from: string; readonly status?: FieldName }>> = {
  ACCOUNT: { from: 'customer' },
  CAMPAIGN: { from: 'campaign', status: 'campaign.status' },
  AD_GROUP: { from: 'ad_group', status: 'ad_group.status' },
  AD: { from: 'ad_group_ad', status: 'ad_group_ad.status' },
  KEYWORD: { from: 'keyword_view', status: 'ad_group_criterion.status' },
}

/**
 * QUALIFIED_LEAD and CONVERTED_LEAD are excluded because they are later stages of a lead that was counted
 * before.
 */
const leadCategories: ReadonlySet<string> = new Set([
  'SUBMIT_LEAD_FORM',
  'PHONE_CALL_LEAD',
  'IMPORTED_LEAD',
  'BOOK_APPOINTMENT',
  'REQUEST_QUOTE',
  'CONTACT',
  'SIGNUP',
])

/**
 * The platform refuses with this code when the first day is older than its retention of metrics.
 * https://developers.google.com/google-ads/api/reference/rpc/v25/DateRangeErrorEnum.DateRangeError
 */
const tooOld = 'dateRangeError.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED'
/**
 * The platform does not document the length of a month. With 30 days per month, it refuses none of the days.
 */
const surelyKeptMs = monthsKept * 30 * 86_400_000

/** The runtime has adrail's clock. `now` returns the time of the platform's clock. */
interface Clocks {
  readonly runtime: Runtime
  now(): number
}

/**
 * Limits the period to the platform's retention because the platform refuses any query that includes an
 * earlier day.
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
  // The platform cannot filter account rows by campaign, so campaign rows are queried and added up.
  const top = campaignIds.length === 0 ? 'ACCOUNT' : 'CAMPAIGN'
  const asked = level === 'ACCOUNT' ? top : level
  // The spend of an account includes the spend of objects that were deleted since.
  const includeDeleted = level === 'ACCOUNT' || question.includeDeleted
  const ofTotals = queryOf({ ...question, includeDeleted: true }, top)
  const ofRows = queryOf({ ...question, includeDeleted }, asked)
  const isWhole = !withoutTotals && asked === top && !byDay && includeDeleted
  // Account rows are sums of several platform rows, so no row is filtered or counted before the addition.
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
  // There is one row per campaign when the query selects campaigns.
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

/**
 * Without a split by day, the platform returns a row for every object that ever existed, even without any
 * metrics.
 */
function isSomething({ metrics: { impressions = 0n, costMicros = 0n, conversions = 0 } }: FoundRow): boolean {
  return impressions !== 0n || costMicros !== 0n || conversions !== 0
}

/** An ad can be in several ad groups, so the key contains the ad group id and the ad id. */
function objectAndDayOf(row: FoundRow | FoundLeads): string {
  const { campaign, adGroup, adGroupAd, adGroupCriterion } = row
  return [campaign?.id, adGroup?.id, adGroupAd?.ad.id, adGroupCriterion?.criterionId, dayOf(row)].join()
}

/** Returns empty text for rows that are not split by day. */
function dayOf({ segments }: FoundRow | FoundLeads): string {
  return segments?.date ?? ''
}

/** The platform returns campaign by campaign, so rows of one day are not adjacent. */
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
