// The metrics of a report, with the code that sums and formats each.

import type { Results } from '@adrail/client'
import { divideAmount, sumAmounts } from '../words/amounts.ts'
import { formatCount, formatMoney } from '../words/formats.ts'

type ReportRow = Results<'report/get_report'>['rows'][number]

/** The fields of a row, or of an account's totals, that the metrics need. */
type MetricSource = Pick<ReportRow, 'spend' | 'impressions' | 'clicks' | 'conversions'>

export interface Metric {
  readonly name: string
  /** Computes the metric over rows of one currency, as exact text. Empty where it is undefined. */
  readonly compute: (rows: readonly MetricSource[]) => string
  readonly format: (value: string, currencyCode: string) => string
}

const sumSpend = (rows: readonly MetricSource[]) => sumAmounts(rows.map((row) => row.spend))
const sumConversions = (rows: readonly MetricSource[]) => sumAmounts(rows.map((row) => row.conversions))
const formatPlain = (value: string) => formatCount(value)

export const metrics = {
  spend: { name: 'Spend', compute: sumSpend, format: formatMoney },
  impressions: {
    name: 'Impressions',
    compute: (rows) => sumAmounts(rows.map(({ impressions }) => String(impressions))),
    format: formatPlain,
  },
  clicks: {
    name: 'Clicks',
    compute: (rows) => sumAmounts(rows.map(({ clicks }) => String(clicks))),
    format: formatPlain,
  },
  results: { name: 'Results', compute: sumConversions, format: formatPlain },
  costPerResult: {
    name: 'Cost per result',
    compute: (rows) => divideAmount(sumSpend(rows), sumConversions(rows)),
    format: formatMoney,
  },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof metrics
// The keys of the table are exactly its declared keys.
export const metricNames = Object.keys(metrics) as MetricName[]
