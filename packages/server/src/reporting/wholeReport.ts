// Builds the report for callers from the gathered metrics.

import type { ResultsWithoutRecord } from '@adrail/contract'
import { errors as errorTable } from '@adrail/contract/tables'
import { LongList, longListOf } from '../base/longList.ts'
import type { Runtime } from '../base/runtime.ts'
import type { FiguresQuestion, FiguresRow } from '../platforms/kit/figures.ts'
import { missingBefore } from '../platforms/kit/keptDays.ts'
import { isNothing, minus, noSums, plus } from '../platforms/kit/sums.ts'
import { figuresText, type Manner, mannerOf, sumsText } from './figureTexts.ts'
import type { Answered, Gathered } from './gather.ts'
import type { ServingStatuses } from './servingStatuses.ts'

export type Report = ResultsWithoutRecord<'report/get_report'>
type Row = Report['rows'][number]
type Account = Report['accounts'][number]

const dayMs = 86_400_000

/** The part of a report about one account. */
export interface AccountReport {
  readonly account: Account
  readonly rows: LongList<Row>
  /**
   * The first day with metrics, if the request also asked for earlier days that the platform no longer has.
   */
  readonly oldest: string | undefined
}

export async function accountReport(
  answered: Answered,
  question: FiguresQuestion,
  percentage: number | undefined,
  serving: ServingStatuses,
  runtime: Runtime,
): Promise<AccountReport> {
  const manner = mannerOf(answered.figures.currencyCode, percentage)
  const around = aroundOf(answered)
  let sums = noSums
  const told = function* () {
    for (const row of answered.figures.rows) {
      sums = plus(sums, row)
      yield rowOf(row, answered.figures, around, question, manner, serving)
    }
  }
  const rows = await longListOf(told(), runtime)
  const account = accountOf(answered, around, question, sums, manner)
  return { account, rows, oldest: answered.figures.oldest }
}

export function reportOf(
  { told, failed, skipped }: Gathered<AccountReport>,
  question: FiguresQuestion,
  percentage: number | undefined,
): Omit<Report, 'rows'> & { rows: LongList<Row> } {
  const counted = countedOnce(told)
  const accounts = counted.map(({ account }) => account)
  const warnings = [...warningsOf(accounts), ...sharedAccounts(accounts), ...told.flatMap(daysMissing)]
  return {
    rows: new LongList<Row>(0, []).followedBy(counted.map(({ rows }) => rows)),
    accounts,
    errors: failed.map(({ userId, platform, error }) => ({
      userId,
      platform,
      error: error.message,
      code: error.code,
      retryable: errorTable[error.code].retryable,
      ...progressOf(error.details.values?.['progress']),
    })),
    skipped: skipped.map(({ userId, platform }) => ({
      userId,
      platform,
      reason: `The ${platform} platform has no level ${question.level}.`,
    })),
    ...(percentage === undefined ? {} : { clientCostAdjustment: { percentage } }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

const accountKey = ({ platform, accountId }: Account) => `${platform} ${accountId}`

/**
 * Several users may have linked the same ad account. All but the first get `duplicateOf`, which names the
 * first user.
 */
function countedOnce(told: readonly AccountReport[]): readonly AccountReport[] {
  const first = new Map<string, string>()
  return told.map((report) => {
    const { account, rows } = report
    const key = accountKey(account)
    const duplicateOf = first.get(key)
    if (duplicateOf === undefined) {
      first.set(key, account.userId)
      return report
    }
    return {
      ...report,
      account: { ...account, duplicateOf },
      rows: rows.map((row) => ({ ...row, duplicateOf })),
    }
  })
}

function sharedAccounts(accounts: readonly Account[]): string[] {
  return [...Map.groupBy(accounts, accountKey).values()]
    .filter((same) => same.length > 1)
    .map((same) => {
      const users = same.map(({ userId }) => userId).join(', ')
      const [{ platform = '', accountId = '' } = {}] = same
      return `SHARED_ACCOUNT: ${same.length} users linked ${platform} account ${accountId}: ${users}. Sum only rows and accounts without duplicateOf.`
    })
}

function progressOf(progress: unknown): { progress?: number } {
  return typeof progress === 'number' ? { progress } : {}
}

/** The fields that all rows of an account share, in one object however many rows there are. */
function aroundOf({ userId, platform, figures, asOf, today }: Answered) {
  const { accountId, currencyCode, timeZone } = figures
  const told = { userId, platform, accountId, currencyCode, timeZone, asOf: new Date(asOf).toISOString() }
  return { told, firstOpenDay: shifted(today, -figures.openDays) }
}

type Around = ReturnType<typeof aroundOf>

function rowOf(
  row: FiguresRow,
  { platformLevel }: Answered['figures'],
  { told: { userId, platform, accountId, ...told }, firstOpenDay }: Around,
  { level, since, until }: FiguresQuestion,
  manner: Manner,
  serving: ServingStatuses,
): Row {
  const { campaignId, campaignName, adGroupId, adGroupName, adId, adName } = row
  const { keywordId, keywordText, matchType, status, date, attribution } = row
  const servingStatus = serving.get(campaignId ?? '')
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
    ...figuresText(row, manner),
    ...told,
    attribution,
    provisional: (date ?? until) >= firstOpenDay,
    ...(servingStatus === undefined ? {} : { servingStatus }),
  }
}

function accountOf(
  { figures, today }: Answered,
  { told }: Around,
  { until }: FiguresQuestion,
  sums: typeof noSums,
  manner: Manner,
): Account {
  const yesterday = shifted(today, -1)
  const missing = minus(figures.totals, sums)
  return {
    ...told,
    accountName: figures.accountName,
    attribution: figures.attribution,
    dataThrough: until < yesterday ? until : yesterday,
    totals: figuresText(figures.totals, manner),
    ...(isNothing(missing) ? {} : { unattributed: sumsText(missing, manner) }),
  }
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}

function daysMissing({ account: { platform, accountId }, oldest }: AccountReport): string[] {
  if (oldest === undefined) return []
  return [`DAYS_MISSING: ${platform} account ${accountId}: ${missingBefore(oldest)}`]
}

/** Warns of values that must not be added together. */
function warningsOf(accounts: readonly Account[]): string[] {
  const several = (of: (account: Account) => string) => new Set(accounts.map(of)).size > 1
  return [
    ...(several(({ currencyCode }) => currencyCode)
      ? ['MIXED_CURRENCIES: amounts in different currencies cannot be added together.']
      : []),
    ...(several(({ timeZone }) => timeZone)
      ? ['MIXED_TIME_ZONES: the days of the accounts begin at different times, so that single days differ.']
      : []),
  ]
}
