// Reads the metrics of an account and of the objects in the account. Each needs one call because LinkedIn's
// analytics have no pages.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting

import { eachInTurns } from '../../base/longWork.ts'
import { type Decimal, decimalOfNumber, parseDecimal, round, zero } from '../../base/money.ts'
import type { Runtime } from '../../base/runtime.ts'
import {
  type AccountFigures,
  type Figures,
  type FiguresQuestion,
  type FiguresRow,
  figuresRows,
  type ReportLevel,
} from '../kit/figures.ts'
import { reportTooLong } from '../kit/noAnswer.ts'
import type { ProSelection } from '../kit/selections.ts'
import type { Names } from './objectNames.ts'
import type { RestliValue } from './restli.ts'
import { type AnalyticsRow, analyticsFields } from './rows.ts'
import type { ProCall } from './wire.ts'

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking */
const openDays = 30
const attribution = 'LINKEDIN:CAMPAIGN_CONVERSION_SETTINGS'
/** LinkedIn silently truncates responses to this number of elements. */
const mostElements = 15_000
/** LinkedIn does not report reach for longer periods. */
const mostReachDays = 92
const dayMs = 86_400_000

/** Each level is combined with the levels above, so that rows contain the ids of their parents. */
const pivots: Readonly<Record<Exclude<ReportLevel, 'KEYWORD'>, readonly string[]>> = {
  ACCOUNT: ['ACCOUNT'],
  CAMPAIGN: ['CAMPAIGN_GROUP'],
  AD_GROUP: ['CAMPAIGN_GROUP', 'CAMPAIGN'],
  AD: ['CAMPAIGN_GROUP', 'CAMPAIGN', 'CREATIVE'],
}

/** The dependencies of a report: the analytics call and the lookup of object names. */
export interface Desk {
  readonly runtime: Runtime
  analytics(call: ProCall): Promise<readonly AnalyticsRow[]>
  names(urns: ReadonlySet<string>): Promise<Names>
}

export async function readFigures(
  question: FiguresQuestion & { readonly level: Exclude<ReportLevel, 'KEYWORD'> },
  { accountId, accountName, currencyCode }: ProSelection,
  desk: Desk,
): Promise<AccountFigures> {
  const { level, byDay, withoutTotals } = question
  const by = pivots[level]
  const isWhole = level === 'ACCOUNT' && !byDay && !withoutTotals
  const [totals, found] = await Promise.all([
    withoutTotals
      ? []
      : read({ ...question, byDay: false, onRows: undefined }, pivots.ACCOUNT, accountId, desk),
    isWhole ? [] : read(question, by, accountId, desk),
  ])
  const rows = isWhole ? totals : found
  const urns = new Set<string>()
  if (level !== 'ACCOUNT')
    await eachInTurns(rows, desk.runtime, ({ pivotValues }) => {
      for (const urn of pivotValues) urns.add(urn)
    })
  const names = await desk.names(urns)
  const shown = question.includeDeleted ? rows : rows.filter((row) => !isRemoved(row, names))
  return {
    accountId,
    accountName,
    currencyCode,
    // LinkedIn counts days in UTC for every account.
    timeZone: 'UTC',
    platformLevel: by.at(-1) ?? '',
    attribution,
    openDays,
    totals: figuresOf(totals[0] ?? {}),
    rows: figuresRows(shown, (row) => rowOf(row, names, byDay)),
  }
}

/**
 * Splits the period into halves if the response was truncated. Rows by day are sorted by day because LinkedIn
 * does not guarantee their order.
 */
async function read(
  question: FiguresQuestion,
  by: readonly string[],
  accountId: string,
  desk: Desk,
): Promise<readonly AnalyticsRow[]> {
  const found = await desk.analytics(callOf(question, by, accountId))
  const { since, until, byDay, onRows } = question
  if (found.length < mostElements) {
    onRows?.(found.length)
    return byDay ? found.toSorted((a, b) => startOf(a) - startOf(b)) : found
  }
  if (!byDay || since === until) throw reportTooLong('pro', mostElements)
  const middle = dayText(Math.floor((dayOf(since) + dayOf(until)) / 2))
  const next = dayText(dayOf(middle) + 1)
  const first = await read({ ...question, until: middle }, by, accountId, desk)
  return [...first, ...(await read({ ...question, since: next }, by, accountId, desk))]
}

function callOf(
  { since, until, byDay, campaignIds }: FiguresQuestion,
  by: readonly string[],
  accountId: string,
): ProCall {
  const hasReach = dayOf(until) - dayOf(since) < mostReachDays
  return {
    resource: 'adAnalytics',
    // Only the `statistics` finder accepts several pivots.
    finder: by.length > 1 ? 'statistics' : 'analytics',
    parameters: {
      ...(by.length > 1 ? { pivots: by } : { pivot: by[0] ?? '' }),
      timeGranularity: byDay ? 'DAILY' : 'ALL',
      dateRange: { start: dateOf(since), end: dateOf(until) },
      accounts: [`urn:li:sponsoredAccount:${accountId}`],
      ...(campaignIds.length === 0
        ? {}
        : { campaignGroups: campaignIds.map((id) => `urn:li:sponsoredCampaignGroup:${id}`) }),
      fields: analyticsFields.filter((name) => hasReach || name !== 'approximateMemberReach').join(),
    },
  }
}

function dateOf(date: string): RestliValue {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}

function dayOf(date: string): number {
  return Date.parse(date) / dayMs
}

function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** Returns the first day of the row in the same unit as `dayOf`. */
function startOf({ dateRange }: AnalyticsRow): number {
  const { year, month, day } = dateRange.start
  return Date.UTC(year, month - 1, day) / dayMs
}

function figuresOf(row: Partial<AnalyticsRow>): Figures {
  const { impressions = 0, sends = 0, externalWebsiteConversions = 0, oneClickLeads = 0 } = row
  const { approximateMemberReach } = row
  return {
    // Since July 2024, LinkedIn counts messages as sends instead of impressions. The sum keeps rows
    // consistent with the rows of the levels above.
    impressions: impressions + sends,
    clicks: row.clicks ?? 0,
    spend: amountIn(row.costInLocalCurrency),
    conversions: decimalOfNumber(externalWebsiteConversions + oneClickLeads),
    conversionsValue: amountIn(row.conversionValueInLocalCurrency),
    leads: decimalOfNumber(oneClickLeads),
    ...(approximateMemberReach === undefined ? {} : { reach: approximateMemberReach }),
    videoViews: row.videoViews ?? 0,
  }
}

/**
 * LinkedIn returns sums of floats, such as `576.05000000000014868` and `-2E-18`. Digits beyond micros are
 * rounding errors.
 */
function amountIn(text = '0'): Decimal {
  const amount = parseDecimal(text) ?? (Number.isFinite(Number(text)) ? decimalOfNumber(Number(text)) : zero)
  return round(amount, 6)
}

/** Finds the URN by its kind because LinkedIn does not guarantee the order of pivot values. */
function urnIn({ pivotValues }: AnalyticsRow, kind: string): string {
  return pivotValues.find((urn) => urn.startsWith(`urn:li:${kind}:`)) ?? ''
}

const idIn = (urn: string) => urn.slice(urn.lastIndexOf(':') + 1)

function isRemoved(row: AnalyticsRow, names: Names): boolean {
  return row.pivotValues.some((urn) => statusOf(names.get(urn)?.status) === 'DELETED')
}

function statusOf(status = ''): string {
  return status === 'REMOVED' || status === 'PENDING_DELETION' ? 'DELETED' : status
}

function rowOf(row: AnalyticsRow, names: Names, byDay: boolean): FiguresRow {
  const group = urnIn(row, 'sponsoredCampaignGroup')
  const campaign = urnIn(row, 'sponsoredCampaign')
  const creative = urnIn(row, 'sponsoredCreative')
  const nameOf = (urn: string) => names.get(urn)?.name ?? ''
  const status = statusOf(names.get(creative || campaign || group)?.status)
  return {
    ...(group === '' ? {} : { campaignId: idIn(group), campaignName: nameOf(group) }),
    ...(campaign === '' ? {} : { adGroupId: idIn(campaign), adGroupName: nameOf(campaign) }),
    ...(creative === '' ? {} : { adId: idIn(creative), adName: nameOf(creative) }),
    ...(status === '' ? {} : { status }),
    ...(byDay ? { date: dayText(startOf(row)) } : {}),
    ...figuresOf(row),
    attribution,
  }
}
