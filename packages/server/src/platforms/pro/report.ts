// Reads the metrics of an account and of the objects in the account. Each needs one call because LinkedIn's
// analytics have no pages.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting

import { type Decimal, decimalFromNumber, parseDecimal, round, zero } from '../../money/money.ts'
import { dayMs } from '../../runtime/durations.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { forEachYielding } from '../../runtime/yieldingBatches.ts'
import {
  type AccountMetrics,
  type AdMetrics,
  lazyMetricsRows,
  type MetricsQuery,
  type MetricsRow,
  type ReportLevel,
} from '../connector-kit/adMetrics.ts'
import { reportTooLongError } from '../connector-kit/upstreamErrors.ts'
import type { ObjectNamesByUrn } from './objectNames.ts'
import type { RestliValue } from './restli.ts'
import { type AnalyticsRow, analyticsFields } from './rows.ts'
import type { ProSelection } from './selection.ts'
import { parseUrnId } from './urns.ts'
import type { ProCall } from './wire.ts'

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking */
const openDays = 30
const attribution = 'LINKEDIN:CAMPAIGN_CONVERSION_SETTINGS'
/** LinkedIn silently truncates responses to this number of elements. */
const maxElements = 15_000
/** LinkedIn does not report reach for longer periods. */
const maxReachDays = 92

/** Each level is combined with the levels above, so that rows contain the ids of their parents. */
const pivotsByLevel: Readonly<Record<Exclude<ReportLevel, 'KEYWORD'>, readonly string[]>> = {
  ACCOUNT: ['ACCOUNT'],
  CAMPAIGN: ['CAMPAIGN_GROUP'],
  AD_GROUP: ['CAMPAIGN_GROUP', 'CAMPAIGN'],
  AD: ['CAMPAIGN_GROUP', 'CAMPAIGN', 'CREATIVE'],
}

/** The dependencies of a report: the analytics call and the lookup of object names. */
export interface AnalyticsSource {
  readonly runtime: Runtime
  fetchAnalytics(call: ProCall): Promise<readonly AnalyticsRow[]>
  readNames(urns: ReadonlySet<string>): Promise<ObjectNamesByUrn>
}

export async function readProMetrics(
  metricsQuery: MetricsQuery & { readonly level: Exclude<ReportLevel, 'KEYWORD'> },
  { accountId, accountName, currencyCode, timeZone }: ProSelection,
  source: AnalyticsSource,
): Promise<AccountMetrics> {
  const { level, byDay, withoutTotals } = metricsQuery
  const levelPivots = pivotsByLevel[level]
  const isTotalsOnly = level === 'ACCOUNT' && !byDay && !withoutTotals
  const [totals, levelRows] = await Promise.all([
    withoutTotals
      ? []
      : readAnalytics(
          { ...metricsQuery, byDay: false, onRows: undefined },
          pivotsByLevel.ACCOUNT,
          accountId,
          source,
        ),
    isTotalsOnly ? [] : readAnalytics(metricsQuery, levelPivots, accountId, source),
  ])
  const rows = isTotalsOnly ? totals : levelRows
  const urns = new Set<string>()
  if (level !== 'ACCOUNT')
    await forEachYielding(rows, source.runtime, ({ pivotValues }) => {
      for (const urn of pivotValues) urns.add(urn)
    })
  const names = await source.readNames(urns)
  const visibleRows = metricsQuery.includeDeleted ? rows : rows.filter((row) => !isRemoved(row, names))
  return {
    accountId,
    accountName,
    currencyCode,
    // LinkedIn counts days in UTC for every account.
    timeZone,
    platformLevel: levelPivots.at(-1) ?? '',
    attribution,
    openDays,
    totals: toMetrics(totals[0] ?? {}),
    rows: lazyMetricsRows(visibleRows, (row) => toMetricsRow(row, names, byDay)),
  }
}

/**
 * Splits the period into halves if the response was truncated. Rows by day are sorted by day because LinkedIn
 * does not guarantee their order.
 */
async function readAnalytics(
  metricsQuery: MetricsQuery,
  levelPivots: readonly string[],
  accountId: string,
  source: AnalyticsSource,
): Promise<readonly AnalyticsRow[]> {
  const analyticsRows = await source.fetchAnalytics(buildAnalyticsCall(metricsQuery, levelPivots, accountId))
  const { since, until, byDay, onRows } = metricsQuery
  if (analyticsRows.length < maxElements) {
    onRows?.(analyticsRows.length)
    return byDay ? analyticsRows.toSorted((a, b) => startDayNumber(a) - startDayNumber(b)) : analyticsRows
  }
  if (!byDay || since === until) throw reportTooLongError('pro', maxElements)
  const middleDay = formatDay(Math.floor((toDayNumber(since) + toDayNumber(until)) / 2))
  const nextDay = formatDay(toDayNumber(middleDay) + 1)
  const firstHalf = await readAnalytics({ ...metricsQuery, until: middleDay }, levelPivots, accountId, source)
  return [
    ...firstHalf,
    ...(await readAnalytics({ ...metricsQuery, since: nextDay }, levelPivots, accountId, source)),
  ]
}

function buildAnalyticsCall(
  { since, until, byDay, campaignIds }: MetricsQuery,
  levelPivots: readonly string[],
  accountId: string,
): ProCall {
  const hasReach = toDayNumber(until) - toDayNumber(since) < maxReachDays
  return {
    resource: 'adAnalytics',
    // Only the `statistics` finder accepts several pivots.
    finder: levelPivots.length > 1 ? 'statistics' : 'analytics',
    parameters: {
      ...(levelPivots.length > 1 ? { pivots: levelPivots } : { pivot: levelPivots[0] ?? '' }),
      timeGranularity: byDay ? 'DAILY' : 'ALL',
      dateRange: { start: toRestliDate(since), end: toRestliDate(until) },
      accounts: [`urn:li:sponsoredAccount:${accountId}`],
      ...(campaignIds.length === 0
        ? {}
        : { campaignGroups: campaignIds.map((id) => `urn:li:sponsoredCampaignGroup:${id}`) }),
      fields: analyticsFields.filter((name) => hasReach || name !== 'approximateMemberReach').join(),
    },
  }
}

function toRestliDate(date: string): RestliValue {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}

function toDayNumber(date: string): number {
  return Date.parse(date) / dayMs
}

function formatDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** Returns the first day of the row in the same unit as `toDayNumber`. */
function startDayNumber({ dateRange }: AnalyticsRow): number {
  const { year, month, day } = dateRange.start
  return Date.UTC(year, month - 1, day) / dayMs
}

function toMetrics(row: Partial<AnalyticsRow>): AdMetrics {
  const { impressions = 0, sends = 0, externalWebsiteConversions = 0, oneClickLeads = 0 } = row
  const { approximateMemberReach } = row
  return {
    // Since July 2024, LinkedIn counts messages as sends instead of impressions. The sum keeps rows
    // consistent with the rows of the levels above.
    impressions: impressions + sends,
    clicks: row.clicks ?? 0,
    spend: parseAmount(row.costInLocalCurrency),
    conversions: decimalFromNumber(externalWebsiteConversions + oneClickLeads),
    conversionsValue: parseAmount(row.conversionValueInLocalCurrency),
    leads: decimalFromNumber(oneClickLeads),
    ...(approximateMemberReach === undefined ? {} : { reach: approximateMemberReach }),
    videoViews: row.videoViews ?? 0,
  }
}

/**
 * LinkedIn returns sums of floats, such as `576.05000000000014868` and `-2E-18`. Digits beyond micros are
 * rounding errors.
 */
function parseAmount(text = '0'): Decimal {
  const amount =
    parseDecimal(text) ?? (Number.isFinite(Number(text)) ? decimalFromNumber(Number(text)) : zero)
  return round(amount, 6)
}

/** Finds the URN by its kind because LinkedIn does not guarantee the order of pivot values. */
function findUrn({ pivotValues }: AnalyticsRow, kind: string): string {
  return pivotValues.find((urn) => urn.startsWith(`urn:li:${kind}:`)) ?? ''
}

function isRemoved(row: AnalyticsRow, names: ObjectNamesByUrn): boolean {
  return row.pivotValues.some((urn) => toReportStatus(names.get(urn)?.status) === 'DELETED')
}

function toReportStatus(status = ''): string {
  return status === 'REMOVED' || status === 'PENDING_DELETION' ? 'DELETED' : status
}

function toMetricsRow(row: AnalyticsRow, names: ObjectNamesByUrn, byDay: boolean): MetricsRow {
  const group = findUrn(row, 'sponsoredCampaignGroup')
  const campaign = findUrn(row, 'sponsoredCampaign')
  const creative = findUrn(row, 'sponsoredCreative')
  const findName = (urn: string) => names.get(urn)?.name ?? ''
  const status = toReportStatus(names.get(creative || campaign || group)?.status)
  return {
    ...(group === '' ? {} : { campaignId: parseUrnId(group), campaignName: findName(group) }),
    ...(campaign === '' ? {} : { adGroupId: parseUrnId(campaign), adGroupName: findName(campaign) }),
    ...(creative === '' ? {} : { adId: parseUrnId(creative), adName: findName(creative) }),
    ...(status === '' ? {} : { status }),
    ...(byDay ? { date: formatDay(startDayNumber(row)) } : {}),
    ...toMetrics(row),
    attribution,
  }
}
