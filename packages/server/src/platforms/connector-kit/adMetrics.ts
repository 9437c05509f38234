// Platform-independent metrics of an ad account. adrail converts nothing: money is in the account's currency,
// and days are the platform's days.

import type { Decimal } from '../../money/money.ts'

export type ReportLevel = 'ACCOUNT' | 'CAMPAIGN' | 'AD_GROUP' | 'AD' | 'KEYWORD'

export interface MetricsQuery {
  readonly level: ReportLevel
  /** First and last day, both inclusive, as the platform counts days. */
  readonly since: string
  readonly until: string
  /** True for one row per day, false for one row for the whole period. */
  readonly byDay: boolean
  /** Limits the rows to these campaigns. Empty means all campaigns. */
  readonly campaignIds: readonly string[]
  /** Includes rows of deleted objects. */
  readonly includeDeleted: boolean
  /** Omits the totals, which is cheaper. */
  readonly withoutTotals?: true
  /** Receives the number of rows after each page. Throws when there are too many rows to continue. */
  readonly onRows?: ((count: number) => void) | undefined
}

/**
 * Metrics of a period. A field is absent when the platform does not report the metric, which differs from
 * zero.
 */
export interface AdMetrics {
  readonly impressions: number
  readonly clicks: number
  readonly spend: Decimal
  readonly conversions: Decimal
  readonly conversionsValue: Decimal
  readonly leads: Decimal
  /** Number of unique people. These values cannot be added. */
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
  /** Set in rows by day. */
  readonly date?: string
  readonly attribution: string
}

export interface AccountMetrics {
  readonly accountId: string
  readonly accountName: string
  readonly currencyCode: string
  readonly timeZone: string
  /** The platform's term for the level. */
  readonly platformLevel: string
  readonly attribution: string
  /** Number of days during which the platform still adds conversions to a day. */
  readonly openDays: number
  /** First day with data. Set when the requested period begins before the platform's retention. */
  readonly oldestDay?: string
  /** Time at which the platform calculated totals and rows for an earlier query. Absent means now. */
  readonly asOf?: number
  /**
   * Metrics of the account, not the sum of the rows: the rows may be incomplete. All zero unless requested.
   */
  readonly totals: AdMetrics
  readonly rows: MetricsRows
}

/** Rows that are created during iteration, because the source rows need less memory than the created rows. */
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
