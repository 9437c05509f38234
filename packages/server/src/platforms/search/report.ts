// Reads the metrics of an account and of the objects in the account. Removed objects are included unless the
// query excludes them.
// https://developers.google.com/google-ads/api/docs/reporting/overview

import { add, type Decimal, decimalFromNumber, zero } from '../../money/money.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { dateInZone } from '../../runtime/timeZones.ts'
import { forEachYielding } from '../../runtime/yieldingBatches.ts'
import {
  type AccountMetrics,
  type AdMetrics,
  lazyMetricsRows,
  type MetricsQuery,
  type MetricsRow,
  type ReportLevel,
} from '../connector-kit/adMetrics.ts'
import { oldestMetricsDay } from '../connector-kit/metricsRetention.ts'
import { reportTooLongError } from '../connector-kit/upstreamErrors.ts'
import type { AdAccount, QueryReadOptions } from './account.ts'
import { isRefusalFor } from './errors.ts'
import type { FieldName, GaqlCondition, GaqlQuery } from './gaql.ts'
import { searchMetricsRetentionMonths } from './metricsRetention.ts'
import {
  leadCountRowKind,
  metricsRowKind,
  type SearchLeadCountRow,
  type SearchMetricsRow,
} from './reportRows.ts'
import type { SearchSelection } from './selection.ts'

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
const reportReadOptions: QueryReadOptions<unknown> = {
  maxPages: 50,
  createTooLongError: reportTooLongError,
  timeoutMs: 30_000,
}

const sourceByLevel: Readonly<Record<ReportLevel, { readonly from: string; readonly status?: FieldName }>> = {
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
const granularityErrorCode = 'dateRangeError.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED'
/**
 * The platform does not document the length of a month. With 30 days per month, it refuses none of the days.
 */
const safeLookbackMs = searchMetricsRetentionMonths * 30 * 86_400_000

/** The runtime has adrail's clock. `now` returns the time of the platform's clock. */
interface ReportClocks {
  readonly runtime: Runtime
  now(): number
}

/**
 * Limits the period to the platform's retention because the platform refuses any query that includes an
 * earlier day.
 * https://developers.google.com/google-ads/api/docs/query/date-ranges#lookback-limits
 */
export async function readSearchMetrics(
  metricsQuery: MetricsQuery,
  selection: SearchSelection,
  account: AdAccount,
  { runtime, now }: ReportClocks,
): Promise<AccountMetrics> {
  const readSince = async (oldestDay: string): Promise<AccountMetrics> => {
    if (metricsQuery.since >= oldestDay)
      return await readMetricsSince(metricsQuery, selection, account, runtime)
    const metrics = await readMetricsSince({ ...metricsQuery, since: oldestDay }, selection, account, runtime)
    return { ...metrics, oldestDay }
  }
  const platformNow = now()
  const oldestDay = oldestMetricsDay(
    dateInZone(selection.timeZone, platformNow),
    searchMetricsRetentionMonths,
  )
  try {
    return await readSince(oldestDay)
  } catch (error) {
    const safeOldestDay = dateInZone(selection.timeZone, platformNow - safeLookbackMs)
    const isBeyondSafeRange = oldestDay < safeOldestDay && metricsQuery.since < safeOldestDay
    if (!isBeyondSafeRange || !isRefusalFor(error, granularityErrorCode)) throw error
    return await readSince(safeOldestDay)
  }
}

async function readMetricsSince(
  metricsQuery: MetricsQuery,
  { accountId, accountName, currencyCode, timeZone }: SearchSelection,
  account: AdAccount,
  runtime: Runtime,
): Promise<AccountMetrics> {
  const { level, byDay, campaignIds, withoutTotals } = metricsQuery
  const isEmptyPeriod = metricsQuery.since > metricsQuery.until
  // The platform cannot filter account rows by campaign, so campaign rows are queried and added up.
  const totalsLevel = campaignIds.length === 0 ? 'ACCOUNT' : 'CAMPAIGN'
  const rowsLevel = level === 'ACCOUNT' ? totalsLevel : level
  // The spend of an account includes the spend of objects that were deleted since.
  const includeDeleted = level === 'ACCOUNT' || metricsQuery.includeDeleted
  const totalsQuery = buildReportQuery({ ...metricsQuery, includeDeleted: true }, totalsLevel)
  const rowsQuery = buildReportQuery({ ...metricsQuery, includeDeleted }, rowsLevel)
  const isTotalsOnly = !withoutTotals && rowsLevel === totalsLevel && !byDay && includeDeleted
  // Account rows are sums of several platform rows, so no row is filtered or counted before the addition.
  const rowsReadOptions: QueryReadOptions<SearchMetricsRow> =
    level === 'ACCOUNT'
      ? reportReadOptions
      : { ...reportReadOptions, isRelevant: hasActivity, onRows: metricsQuery.onRows }
  const [totals, rows, totalLeads, rowLeads] = await Promise.all([
    isEmptyPeriod || withoutTotals
      ? []
      : account.queryRows(totalsQuery, metricsRowKind(totalsLevel, false), reportReadOptions),
    isEmptyPeriod || isTotalsOnly
      ? []
      : account.queryRows(rowsQuery, metricsRowKind(rowsLevel, byDay), rowsReadOptions),
    isEmptyPeriod || withoutTotals
      ? []
      : account.queryRows(totalsQuery, leadCountRowKind(totalsLevel, false), reportReadOptions),
    isEmptyPeriod || isTotalsOnly
      ? []
      : account.queryRows(rowsQuery, leadCountRowKind(rowsLevel, byDay), reportReadOptions),
  ])
  const toRowKey = level === 'ACCOUNT' ? getRowDate : toObjectDayKey
  const leadsByKey = new Map<string, Decimal>()
  await forEachYielding(isTotalsOnly ? totalLeads : rowLeads, runtime, (row) =>
    addLead(leadsByKey, toRowKey(row), row),
  )
  // There is one row per campaign when the query selects campaigns.
  const totalLeadsByKey = new Map<string, Decimal>()
  for (const row of totalLeads) addLead(totalLeadsByKey, '', row)
  const sourceRows = isTotalsOnly ? totals : rows
  return {
    accountId,
    accountName,
    currencyCode,
    timeZone,
    platformLevel: sourceByLevel[level].from,
    attribution,
    openDays,
    totals: sumMetrics(totals, totalLeadsByKey.get('') ?? zero),
    rows:
      level === 'ACCOUNT'
        ? lazyMetricsRows(groupByDay(sourceRows), ([day, dayRows]) =>
            toAccountRow(day, dayRows, leadsByKey.get(day) ?? zero),
          )
        : lazyMetricsRows(sourceRows.filter(hasActivity), (row) =>
            toMetricsRow(row, leadsByKey.get(toRowKey(row)) ?? zero),
          ),
  }
}

function buildReportQuery(
  { since, until, campaignIds, includeDeleted }: MetricsQuery,
  level: ReportLevel,
): GaqlQuery {
  const { from, status } = sourceByLevel[level]
  const where: GaqlCondition[] = [{ field: 'segments.date', is: 'between', since, until }]
  if (campaignIds.length > 0) where.push({ field: 'campaign.id', is: 'ids', ids: campaignIds })
  if (!includeDeleted && status) where.push({ field: status, is: 'not', word: 'REMOVED' })
  return { from, where }
}

/**
 * Without a split by day, the platform returns a row for every object that ever existed, even without any
 * metrics.
 */
function hasActivity({
  metrics: { impressions = 0n, costMicros = 0n, conversions = 0 },
}: SearchMetricsRow): boolean {
  return impressions !== 0n || costMicros !== 0n || conversions !== 0
}

/** An ad can be in several ad groups, so the key contains the ad group id and the ad id. */
function toObjectDayKey(row: SearchMetricsRow | SearchLeadCountRow): string {
  const { campaign, adGroup, adGroupAd, adGroupCriterion } = row
  return [campaign?.id, adGroup?.id, adGroupAd?.ad.id, adGroupCriterion?.criterionId, getRowDate(row)].join()
}

/** Returns empty text for rows that are not split by day. */
function getRowDate({ segments }: SearchMetricsRow | SearchLeadCountRow): string {
  return segments?.date ?? ''
}

/** The platform returns campaign by campaign, so rows of one day are not adjacent. */
function groupByDay(
  rows: readonly SearchMetricsRow[],
): readonly (readonly [string, readonly SearchMetricsRow[]])[] {
  return [...Map.groupBy(rows, getRowDate)]
    .filter(([, dayRows]) => dayRows.some(hasActivity))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function addLead(
  leadsByKey: Map<string, Decimal>,
  key: string,
  { segments, metrics }: SearchLeadCountRow,
): void {
  if (!leadCategories.has(segments.conversionActionCategory)) return
  leadsByKey.set(key, add(leadsByKey.get(key) ?? zero, decimalFromNumber(metrics.conversions ?? 0)))
}

function toMetrics({ metrics }: SearchMetricsRow, leads: Decimal): AdMetrics {
  const { impressions = 0n, clicks = 0n, costMicros = 0n, conversions = 0, conversionsValue = 0 } = metrics
  return {
    impressions: Number(impressions),
    clicks: Number(clicks),
    spend: { units: costMicros, scale: 6 },
    conversions: decimalFromNumber(conversions),
    conversionsValue: decimalFromNumber(conversionsValue),
    leads,
    videoViews: Number(metrics.videoTrueviewViews ?? 0n),
  }
}

function sumMetrics(rows: readonly SearchMetricsRow[], leads: Decimal): AdMetrics {
  return rows
    .map((row) => toMetrics(row, zero))
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
      { ...toMetrics({ metrics: {} }, leads) },
    )
}

function toAccountRow(date: string, rows: readonly SearchMetricsRow[], leads: Decimal): MetricsRow {
  return { ...(date === '' ? {} : { date }), ...sumMetrics(rows, leads), attribution }
}

const statusNames: Readonly<Record<string, string>> = { ENABLED: 'ACTIVE', REMOVED: 'DELETED' }

function toMetricsRow(row: SearchMetricsRow, leads: Decimal): MetricsRow {
  const { campaign, adGroup, adGroupAd, adGroupCriterion, segments } = row
  const reportedObject = adGroupCriterion ?? adGroupAd ?? adGroup ?? campaign
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
    ...(reportedObject ? { status: statusNames[reportedObject.status] ?? reportedObject.status } : {}),
    ...(segments?.date === undefined ? {} : { date: segments.date }),
    ...toMetrics(row, leads),
    attribution,
  }
}
