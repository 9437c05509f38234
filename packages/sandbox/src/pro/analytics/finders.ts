// Ad analytics: two finders that differ in how many pivots they take.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting

import type { Call } from '../../core/exchange.ts'
import { emptyCells } from '../../delivery/delivery.ts'
import { restCall } from '../call.ts'
import { badParam } from '../errors.ts'
import type { RestRequest } from '../request.ts'
import { boundsOf, countValues } from './bounds.ts'
import { addTo, emptySums, isNothing, metricNames, metricsOf, type Sums } from './metrics.ts'
import { type Pivot, pivots, type Question, questionOf, questionParams } from './question.ts'

const facts = {
  path: '/adAnalytics',
  method: 'FINDER',
  resource: 'adAnalytics',
  scopes: ['r_ads_reporting'],
  source: 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting',
} as const

const pivotNames = Object.keys(pivots)

function pivotIn(value: unknown, place: string): Pivot {
  // Nothing but a name of the table passes.
  if (typeof value === 'string' && pivotNames.includes(value)) return value as Pivot
  throw badParam(place)
}

const mostPivots = 3

export const analyticsCalls: readonly Call[] = [
  restCall({
    ...facts,
    name: 'adAnalytics.analytics',
    finder: 'analytics',
    params: ['pivot', ...questionParams],
    answer: (request) => answerWith(request, [pivotIn(request.text('pivot'), 'pivot')]),
  }),
  restCall({
    ...facts,
    name: 'adAnalytics.statistics',
    finder: 'statistics',
    params: ['pivots', ...questionParams],
    answer(request) {
      const given = request.list('pivots') ?? []
      if (given.length === 0 || given.length > mostPivots) throw badParam('pivots')
      return answerWith(
        request,
        given.map((value, index) => pivotIn(value, `pivots/${index}`)),
      )
    },
  }),
]

function answerWith(request: RestRequest, by: readonly Pivot[]) {
  const question = questionOf(request)
  const elements = periodsOf(question).flatMap((period) => rowsOf(question, by, period, request.now))
  // More than so many are cut, and nothing in the answer says so.
  const shown = elements.slice(0, boundsOf(request).mostElements)
  countValues(request, shown.length * (question.metrics.length + 2))
  return { body: { paging: { start: 0, count: 10, links: [] }, elements: shown } }
}

interface Period {
  readonly from: number
  readonly until: number
}

const keyOfDay = {
  ALL: () => '',
  DAILY: (date: string) => date,
  MONTHLY: (date: string) => date.slice(0, 7),
  YEARLY: (date: string) => date.slice(0, 4),
} as const

function periodsOf({ from, until, granularity, creatives }: Question): Period[] {
  const first = creatives.reduce((least, { ledger }) => Math.min(least, ledger.firstDay), until + 1)
  const periods = new Map<string, Period>()
  for (let day = granularity === 'ALL' ? from : Math.max(from, first); day <= until; day++) {
    const key = keyOfDay[granularity](new Date(day * 86_400_000).toISOString().slice(0, 10))
    periods.set(key, { from: periods.get(key)?.from ?? day, until: day })
  }
  return [...periods.values()]
}

function rowsOf(question: Question, by: readonly Pivot[], { from, until }: Period, now: number) {
  const rows = new Map<string, { readonly values: string[]; readonly sums: Sums }>()
  const cells = emptyCells()
  for (const counted of question.creatives) {
    cells.fill(0)
    counted.ledger.add(counted.index, from, until, now, cells)
    const values = by.map((pivot) => pivots[pivot](counted))
    const key = values.join()
    const row = rows.get(key) ?? {
      values,
      sums: emptySums(counted.account.currency, `${key} ${from} ${until}`, from === until),
    }
    rows.set(key, row)
    addTo(row.sums, counted, cells)
  }
  return [...rows.values()].flatMap(({ values, sums }) => {
    const metrics = metricsOf(sums, question.metrics)
    // What is nothing in all that was asked for is left out; where nothing was asked for, what is nothing at all.
    const looked = question.metrics.length > 0 ? metrics : metricsOf(sums, metricNames)
    if (Object.values(looked).every(isNothing)) return []
    return [
      {
        ...(question.showsPivots ? { pivotValues: values } : {}),
        ...(question.showsDates ? { dateRange: { start: dateOf(from), end: dateOf(until) } } : {}),
        ...metrics,
      },
    ]
  })
}

function dateOf(day: number) {
  const date = new Date(day * 86_400_000)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
