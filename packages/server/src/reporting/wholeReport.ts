// What was gathered, put together as the report that callers read.

import type { OwnResults } from '@adrail/contract'
import { errors as errorTable } from '@adrail/contract/tables'
import type { Runtime } from '../base/runtime.ts'
import type { FiguresQuestion, FiguresRow } from '../platforms/kit/figures.ts'
import { isNothing, minus, noSums, plus } from '../platforms/kit/sums.ts'
import { figuresText, type Manner, mannerOf, sumsText } from './figureTexts.ts'
import type { Answered, Gathered } from './gather.ts'

export type Report = OwnResults<'report/get_report'>
type Row = Report['rows'][number]
type Account = Report['accounts'][number]

/** So many rows are worked on before others get their turn. */
const rowsAtATime = 100
const dayMs = 86_400_000

export async function reportOf(
  { answered, failed, skipped }: Gathered,
  question: FiguresQuestion,
  percentage: number | undefined,
  runtime: Runtime,
): Promise<Report> {
  const rows: Row[] = []
  const accounts: Account[] = []
  for (const account of answered) {
    const manner = mannerOf(account.figures.currencyCode, percentage)
    const around = aroundOf(account)
    let sums = noSums
    for (const row of account.figures.rows) {
      sums = plus(sums, row)
      rows.push(rowOf(row, account, around, question, manner))
      if (rows.length % rowsAtATime === 0) await runtime.pause(0)
    }
    accounts.push(accountOf(account, around, question, sums, manner))
  }
  const warnings = warningsOf(answered)
  return {
    rows,
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

function progressOf(progress: unknown): { progress?: number } {
  return typeof progress === 'number' ? { progress } : {}
}

/** What every row of an account says alike; one object, however many rows there are. */
function aroundOf({ userId, platform, figures, asOf }: Answered) {
  const { accountId, currencyCode, timeZone } = figures
  return { userId, platform, accountId, currencyCode, timeZone, asOf: new Date(asOf).toISOString() }
}

function rowOf(
  row: FiguresRow,
  { figures, today }: Answered,
  around: ReturnType<typeof aroundOf>,
  { level, since, until }: FiguresQuestion,
  manner: Manner,
): Row {
  const { campaignId, campaignName, adGroupId, adGroupName, adId, adName } = row
  const { keywordId, keywordText, matchType, status, date, attribution } = row
  const { userId, platform, accountId, ...told } = around
  return {
    userId,
    platform,
    accountId,
    level,
    platformLevel: figures.platformLevel,
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
    provisional: (date ?? until) >= shifted(today, -figures.openDays),
  }
}

function accountOf(
  { figures, today }: Answered,
  around: ReturnType<typeof aroundOf>,
  { until }: FiguresQuestion,
  sums: typeof noSums,
  manner: Manner,
): Account {
  const yesterday = shifted(today, -1)
  const missing = minus(figures.totals, sums)
  return {
    ...around,
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

/** What must not be added up. */
function warningsOf(answered: readonly Answered[]): string[] {
  const several = (of: (figures: Answered['figures']) => string) =>
    new Set(answered.map(({ figures }) => of(figures))).size > 1
  return [
    ...(several(({ currencyCode }) => currencyCode)
      ? ['MIXED_CURRENCIES: the accounts have several currencies, so that their amounts do not add up.']
      : []),
    ...(several(({ timeZone }) => timeZone)
      ? ['MIXED_TIME_ZONES: the days of the accounts begin at different times, so that single days differ.']
      : []),
  ]
}
