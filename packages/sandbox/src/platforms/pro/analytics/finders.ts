// Ad analytics: two finders that differ in the number of pivots.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting

import type { Call } from '../../../core/exchange.ts'
import { createCells } from '../../../delivery/delivery.ts'
import { restCall } from '../call.ts'
import { invalidParam } from '../errors.ts'
import type { RestRequest } from '../request.ts'
import { consumeValueQuota, getAnalyticsLimits } from './limits.ts'
import { addCreative, computeMetrics, createSums, isZero, type MetricSums, metricNames } from './metrics.ts'
import { type AnalyticsQuery, analyticsParams, type Pivot, parseAnalyticsQuery, pivots } from './query.ts'

const commonCall = {
  path: '/adAnalytics',
  method: 'FINDER',
  resource: 'adAnalytics',
  scopes: ['r_ads_reporting'],
  source: 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting',
} as const

const pivotNames = Object.keys(pivots)

function parsePivot(value: unknown, paramPath: string): Pivot {
  // Only names of the table pass the check.
  if (typeof value === 'string' && pivotNames.includes(value)) return value as Pivot
  throw invalidParam(paramPath)
}

const maxPivots = 3

export const analyticsCalls: readonly Call[] = [
  restCall({
    ...commonCall,
    name: 'adAnalytics.analytics',
    finder: 'analytics',
    params: ['pivot', ...analyticsParams],
    respond: (request) => queryAnalytics(request, [parsePivot(request.text('pivot'), 'pivot')]),
  }),
  restCall({
    ...commonCall,
    name: 'adAnalytics.statistics',
    finder: 'statistics',
    params: ['pivots', ...analyticsParams],
    respond(request) {
      const pivotParams = request.list('pivots') ?? []
      if (pivotParams.length === 0 || pivotParams.length > maxPivots) throw invalidParam('pivots')
      return queryAnalytics(
        request,
        pivotParams.map((value, index) => parsePivot(value, `pivots/${index}`)),
      )
    },
  }),
]

function queryAnalytics(request: RestRequest, rowPivots: readonly Pivot[]) {
  const query = parseAnalyticsQuery(request)
  const elements = splitPeriods(query).flatMap((period) =>
    aggregateRows(query, rowPivots, period, request.now),
  )
  // The platform truncates long results, and the response does not indicate it.
  const returnedElements = elements.slice(0, getAnalyticsLimits(request).mostElements)
  consumeValueQuota(request, returnedElements.length * (query.metrics.length + 2))
  return { body: { paging: { start: 0, count: 10, links: [] }, elements: returnedElements } }
}

interface Period {
  readonly from: number
  readonly until: number
}

const periodKeys = {
  ALL: () => '',
  DAILY: (date: string) => date,
  MONTHLY: (date: string) => date.slice(0, 7),
  YEARLY: (date: string) => date.slice(0, 4),
} as const

function splitPeriods({ from, until, granularity, creatives }: AnalyticsQuery): Period[] {
  const firstDay = creatives.reduce((minDay, { ledger }) => Math.min(minDay, ledger.firstDay), until + 1)
  const periods = new Map<string, Period>()
  for (let day = granularity === 'ALL' ? from : Math.max(from, firstDay); day <= until; day++) {
    const key = periodKeys[granularity](new Date(day * 86_400_000).toISOString().slice(0, 10))
    periods.set(key, { from: periods.get(key)?.from ?? day, until: day })
  }
  return [...periods.values()]
}

function aggregateRows(
  query: AnalyticsQuery,
  rowPivots: readonly Pivot[],
  { from, until }: Period,
  now: number,
) {
  const rows = new Map<string, { readonly values: string[]; readonly sums: MetricSums }>()
  const cells = createCells()
  for (const creativeWithLedger of query.creatives) {
    cells.fill(0)
    creativeWithLedger.ledger.add(creativeWithLedger.index, from, until, now, cells)
    const values = rowPivots.map((pivot) => pivots[pivot](creativeWithLedger))
    const key = values.join()
    const row = rows.get(key) ?? {
      values,
      sums: createSums(creativeWithLedger.account.currency, `${key} ${from} ${until}`, from === until),
    }
    rows.set(key, row)
    addCreative(row.sums, creativeWithLedger, cells)
  }
  return [...rows.values()].flatMap(({ values, sums }) => {
    const metrics = computeMetrics(sums, query.metrics)
    // A row is omitted when all requested metrics are zero, or without requested metrics, when all metrics
    // are zero.
    const checkedMetrics = query.metrics.length > 0 ? metrics : computeMetrics(sums, metricNames)
    if (Object.values(checkedMetrics).every(isZero)) return []
    return [
      {
        ...(query.showsPivots ? { pivotValues: values } : {}),
        ...(query.showsDates ? { dateRange: { start: toDateRecord(from), end: toDateRecord(until) } } : {}),
        ...metrics,
      },
    ]
  })
}

function toDateRecord(day: number) {
  const date = new Date(day * 86_400_000)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
