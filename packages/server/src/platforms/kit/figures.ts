// Figures of an ad account as every connector tells them, whatever its platform calls them. Nothing is converted: money is
// in the account's currency, days are the platform's own.

import type { Decimal } from '../../base/money.ts'

export type ReportLevel = 'ACCOUNT' | 'CAMPAIGN' | 'AD_GROUP' | 'AD' | 'KEYWORD'

export interface MetricsQuery {
  readonly level: ReportLevel
  /** Days as the platform counts them, both included. */
  readonly since: string
  readonly until: string
  /** A row for each day, or one for all of them. */
  readonly byDay: boolean
  /** Only of these campaigns; of all when empty. */
  readonly campaignIds: readonly string[]
  /** With rows of what was deleted. */
  readonly includeDeleted: boolean
  /** Whoever needs no totals is told none, which costs less. */
  readonly withoutTotals?: true
  /** Hears how many rows have come, page by page, and throws when they are too many to go on. */
  readonly onRows?: ((count: number) => void) | undefined
}

/** What was counted. A platform that cannot tell something leaves it out, which is not the same as nothing. */
export interface AdMetrics {
  readonly impressions: number
  readonly clicks: number
  readonly spend: Decimal
  readonly conversions: Decimal
  readonly conversionsValue: Decimal
  readonly leads: Decimal
  /** People, each once: these never add up. */
  readonly reach?: number
  readonly videoViews?: number
}

export interface MetricsRow extends AdMetrics {
  readonly campaignId?: string
  readonly campaignName?: string
  readonly adGroupId?: string
  readonly adGroupName?: string
  readonly adId?: string
  readonly adName?: string
  readonly keywordId?: string
  readonly keywordText?: string
  readonly matchType?: string
  readonly status?: string
  /** Of rows by day. */
  readonly date?: string
  readonly attribution: string
}

export interface AccountMetrics {
  readonly accountId: string
  readonly accountName: string
  readonly currencyCode: string
  readonly timeZone: string
  /** What the platform calls the level. */
  readonly platformLevel: string
  readonly attribution: string
  /** For so many days conversions are still added to a day. */
  readonly openDays: number
  /** The first day told of, where the platform keeps nothing of earlier ones that were asked for. */
  readonly oldest?: string
  /** The time of totals and rows, where the platform counted them for an earlier question; absent means now. */
  readonly asOf?: number
  /** The account's own figures, not the sum of the rows: below it something may be missing. Nothing unless asked for. */
  readonly totals: AdMetrics
  readonly rows: MetricsRows
}

/** Many, and made when they are looked at: what a platform told takes less room than what is made of it. */
export interface MetricsRows extends Iterable<MetricsRow> {
  readonly length: number
}

export function lazyMetricsRows<Source>(
  sources: readonly Source[],
  toRow: (row: Source) => MetricsRow,
): MetricsRows {
  return {
    length: sources.length,
    *[Symbol.iterator]() {
      for (const row of sources) yield toRow(row)
    },
  }
}
