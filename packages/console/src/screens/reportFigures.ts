// The metrics of a report, with the code that sums and formats each.

import type { Results } from '@adrail/client'
import { per, sum } from '../words/amounts.ts'
import { count, money } from '../words/figures.ts'

type ReportRow = Results<'report/get_report'>['rows'][number]

/** The fields of a row, or of an account's totals, that the metrics need. */
type Told = Pick<ReportRow, 'spend' | 'impressions' | 'clicks' | 'conversions'>

export interface Figure {
  readonly name: string
  /** Computes the metric over rows of one currency, as exact text. Empty where it is undefined. */
  readonly of: (rows: readonly Told[]) => string
  readonly write: (value: string, currencyCode: string) => string
}

const spend = (rows: readonly Told[]) => sum(rows.map((row) => row.spend))
const conversions = (rows: readonly Told[]) => sum(rows.map((row) => row.conversions))
const plain = (value: string) => count(value)

export const figures = {
  spend: { name: 'Spend', of: spend, write: money },
  impressions: {
    name: 'Impressions',
    of: (rows) => sum(rows.map(({ impressions }) => String(impressions))),
    write: plain,
  },
  clicks: { name: 'Clicks', of: (rows) => sum(rows.map(({ clicks }) => String(clicks))), write: plain },
  results: { name: 'Results', of: conversions, write: plain },
  costPerResult: {
    name: 'Cost per result',
    of: (rows) => per(spend(rows), conversions(rows)),
    write: money,
  },
} as const satisfies Readonly<Record<string, Figure>>

export type FigureName = keyof typeof figures
// The keys of the table are exactly its declared keys.
export const figureNames = Object.keys(figures) as FigureName[]
