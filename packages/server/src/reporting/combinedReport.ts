// Builds the report for callers from the gathered metrics.

import type { HandlerOutput } from '@adrail/contract'
import { errors as errorTable, platformFacts } from '@adrail/contract/tables'
import {
  addMetrics,
  isZeroMetrics,
  subtractMetrics,
  zeroMetrics,
} from '../platforms/connector-kit/additiveMetrics.ts'
import type { MetricsQuery, MetricsRow } from '../platforms/connector-kit/adMetrics.ts'
import { missingMetricsWarning } from '../platforms/connector-kit/metricsRetention.ts'
import { definitionOf } from '../platforms/index.ts'
import { CompressedList, toCompressedList } from '../runtime/compressedList.ts'
import { dayMs } from '../runtime/durations.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { AccountMetricsResult, GatheredReports } from './gatherReports.ts'
import { type CostFormat, formatMetrics, formatSums, makeCostFormat } from './metricTexts.ts'
import type { ServingStatuses } from './servingStatuses.ts'

export type Report = HandlerOutput<'report/get_report'>
type Row = Report['rows'][number]
type Account = Report['accounts'][number]

/** The part of a report about one account. */
export interface AccountReport {
  readonly account: Account
  readonly rows: CompressedList<Row>
  /**
   * The first day with metrics, if the request also asked for earlier days that the platform no longer has.
   */
  readonly oldestDay: string | undefined
}

export async function buildAccountReport(
  result: AccountMetricsResult,
  query: MetricsQuery,
  percentage: number | undefined,
  servingStatuses: ServingStatuses,
  runtime: Runtime,
): Promise<AccountReport> {
  const format = makeCostFormat(result.metrics.currencyCode, percentage)
  const rowContext = makeRowContext(result)
  let sums = zeroMetrics
  const reportRows = function* () {
    for (const row of result.metrics.rows) {
      sums = addMetrics(sums, row)
      yield toRow(row, result.metrics, rowContext, query, format, servingStatuses)
    }
  }
  const rows = await toCompressedList(reportRows(), runtime)
  const account = toAccountSummary(result, rowContext, query, sums, format)
  return { account, rows, oldestDay: result.metrics.oldestDay }
}

export function buildCombinedReport(
  { reports, failedAccounts, skippedAccounts }: GatheredReports<AccountReport>,
  query: MetricsQuery,
  percentage: number | undefined,
): Omit<Report, 'rows'> & { rows: CompressedList<Row> } {
  const deduplicatedReports = markDuplicates(reports)
  const accounts = deduplicatedReports.map(({ account }) => account)
  const warnings = [
    ...listMixedUnitWarnings(accounts),
    ...listSharedAccountWarnings(accounts),
    ...reports.flatMap(listMissingDaysWarnings),
  ]
  return {
    rows: new CompressedList<Row>(0, []).concat(deduplicatedReports.map(({ rows }) => rows)),
    accounts,
    errors: failedAccounts.map(({ userId, platform, error }) => ({
      userId,
      platform,
      error: error.message,
      code: error.code,
      retryable: errorTable[error.code].retryable,
      ...toProgressField(error.details.values?.['progress']),
    })),
    skipped: skippedAccounts.map(({ userId, platform }) => ({
      userId,
      platform,
      reason: `${platformFacts[platform].name} does not have the level ${query.level}.`,
    })),
    ...(percentage === undefined ? {} : { clientCostAdjustment: { percentage } }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

const toAccountKey = ({ platform, accountId }: Account) => `${platform} ${accountId}`

/**
 * Several users may have linked the same ad account. All but the first get `duplicateOf`, which names the
 * first user.
 */
function markDuplicates(reports: readonly AccountReport[]): readonly AccountReport[] {
  const firstUsers = new Map<string, string>()
  return reports.map((report) => {
    const { account, rows } = report
    const key = toAccountKey(account)
    const duplicateOf = firstUsers.get(key)
    if (duplicateOf === undefined) {
      firstUsers.set(key, account.userId)
      return report
    }
    return {
      ...report,
      account: { ...account, duplicateOf },
      rows: rows.map((row) => ({ ...row, duplicateOf })),
    }
  })
}

function listSharedAccountWarnings(accounts: readonly Account[]): string[] {
  return [...Map.groupBy(accounts, toAccountKey).values()]
    .filter((group) => group.length > 1)
    .map((group) => {
      const users = group.map(({ userId }) => userId).join(', ')
      const [{ platform = '', accountId = '' } = {}] = group
      return `SHARED_ACCOUNT: ${group.length} users linked ${platform} account ${accountId}: ${users}. Sum only rows and accounts without duplicateOf.`
    })
}

function toProgressField(progress: unknown): { progress?: number } {
  return typeof progress === 'number' ? { progress } : {}
}

/** The fields that all rows of an account share, in one object however many rows there are. */
function makeRowContext({ userId, platform, metrics, asOf, today }: AccountMetricsResult) {
  const { accountId, currencyCode, timeZone } = metrics
  const sharedFields = {
    userId,
    platform,
    accountId,
    currencyCode,
    timeZone,
    asOf: new Date(asOf).toISOString(),
  }
  return { sharedFields, firstOpenDay: addDays(today, -metrics.openDays) }
}

type RowContext = ReturnType<typeof makeRowContext>

function toRow(
  row: MetricsRow,
  { platformLevel }: AccountMetricsResult['metrics'],
  { sharedFields: { userId, platform, accountId, ...sharedFields }, firstOpenDay }: RowContext,
  { level, since, until }: MetricsQuery,
  format: CostFormat,
  servingStatuses: ServingStatuses,
): Row {
  const { campaignId, campaignName, adGroupId, adGroupName, adId, adName } = row
  const { keywordId, keywordText, matchType, status, date, attribution } = row
  const servingStatus = servingStatuses.get(campaignId ?? '')
  return {
    userId,
    platform,
    accountId,
    level,
    platformLevel,
    ...(date === undefined ? {} : { date }),
    startDate: date ?? since,
    endDate: date ?? until,
    ...(campaignId === undefined ? {} : { campaignId, campaignName: campaignName ?? '' }),
    ...(adGroupId === undefined ? {} : { adGroupId, adGroupName: adGroupName ?? '' }),
    ...(adId === undefined ? {} : { adId, adName: adName ?? '' }),
    ...(keywordId === undefined
      ? {}
      : { keywordId, keywordText: keywordText ?? '', matchType: matchType ?? '' }),
    ...(status === undefined ? {} : { status }),
    ...formatMetrics(row, format),
    ...sharedFields,
    attribution,
    provisional: (date ?? until) >= firstOpenDay,
    ...(servingStatus === undefined ? {} : { servingStatus }),
  }
}

function toAccountSummary(
  { metrics, today }: AccountMetricsResult,
  { sharedFields }: RowContext,
  { until }: MetricsQuery,
  sums: typeof zeroMetrics,
  format: CostFormat,
): Account {
  const yesterday = addDays(today, -1)
  const unattributedSums = subtractMetrics(metrics.totals, sums)
  return {
    ...sharedFields,
    accountName: metrics.accountName,
    attribution: metrics.attribution,
    dataThrough: until < yesterday ? until : yesterday,
    totals: formatMetrics(metrics.totals, format),
    ...(isZeroMetrics(unattributedSums) ? {} : { unattributed: formatSums(unattributedSums, format) }),
  }
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}

function listMissingDaysWarnings({ account: { platform, accountId }, oldestDay }: AccountReport): string[] {
  if (oldestDay === undefined) return []
  const { metricsRetentionMonths } = definitionOf(platform)
  const warning = missingMetricsWarning(oldestDay, metricsRetentionMonths)
  return [`DAYS_MISSING: ${platform} account ${accountId}: ${warning}`]
}

/** Warns of values that must not be added together. */
function listMixedUnitWarnings(accounts: readonly Account[]): string[] {
  const hasSeveral = (getValue: (account: Account) => string) => new Set(accounts.map(getValue)).size > 1
  return [
    ...(hasSeveral(({ currencyCode }) => currencyCode)
      ? ['MIXED_CURRENCIES: amounts in different currencies cannot be added together.']
      : []),
    ...(hasSeveral(({ timeZone }) => timeZone)
      ? [
          'MIXED_TIME_ZONES: the days of the accounts begin at different times, so daily rows cover different hours.',
        ]
      : []),
  ]
}
