import type { State } from '../core/state.ts'
import { emptyCells, tallyOf } from '../delivery/delivery.ts'
import { dateText, zoneOf } from '../delivery/zone.ts'
import { billableUnitMicros } from './catalogue/currencies.ts'
import { asksForCategories, categoryCounter } from './categories.ts'
import { counterOf, deliveryOf } from './deliveries.ts'
import { refuse } from './errors.ts'
import type { CompiledQuery } from './gaql/compile.ts'
import { weekday } from './gaql/dates.ts'
import type { ReportRow } from './gaql/execute.ts'
import type { ResourceKind } from './resources.ts'
import type { AdsAccount } from './state.ts'
import { text, type Wire } from './wire.ts'

export function reportOf(
  state: State,
  customerId: string,
  account: AdsAccount,
  now: number,
  kind: ResourceKind,
  resource: Wire,
  query: CompiledQuery,
): readonly ReportRow[] {
  if (account.customer['manager'] === true) throw refuse({ code: 'queryError.REQUESTED_METRICS_FOR_MANAGER' })
  const delivery = deliveryOf(state, customerId, account)
  const periods = periodsOf(query, account, now)
  const count = counterOf(delivery, account, kind, resource, now)
  const rows: ReportRow[] = []
  if (asksForCategories(query)) {
    const byCategory = categoryCounter(delivery, account, kind, resource, now)
    for (const { segments, runs } of periods)
      for (const [conversionActionCategory, { conversions, value }] of byCategory(runs))
        rows.push({
          segments: { ...segments, conversionActionCategory },
          metrics: conversionMetrics(conversions, value, text(account.customer['currencyCode'])),
        })
    return rows
  }
  for (const { segments, runs } of periods) {
    const cells = emptyCells()
    for (const [from, until] of runs) count(from, until, cells)
    // Split by a segment, only what was delivered is listed.
    if (query.segments.length > 0 && (cells[1] ?? 0) === 0) continue
    rows.push({ segments, metrics: metricsOf(cells, text(account.customer['currencyCode'])) })
  }
  return rows
}

interface Period {
  readonly segments: Wire
  /** First and last day of each run of days, both included. */
  readonly runs: [number, number][]
}

const queryPeriods = new WeakMap<CompiledQuery, readonly Period[]>()

/** The days the filters let through, put together by the selected segments. Worked out once per query. */
function periodsOf(query: CompiledQuery, account: AdsAccount, now: number): readonly Period[] {
  const known = queryPeriods.get(query)
  if (known !== undefined) return known
  const zone = zoneOf(text(account.customer['timeZone']))
  const today = zone.dayOf(now)
  const filters = query.filters.filter(({ field }) => field.resource === 'segments')
  const periods = new Map<string, Period>()
  if (query.segments.length === 0) periods.set('', { segments: {}, runs: [] })
  for (let day = firstDayOf(account, zone.dayOf, today); day <= today; day++) {
    const all = segmentsOf(day)
    if (!filters.every(({ field, test }) => test(all[field.path[0] ?? '']))) continue
    const segments: Wire = {}
    for (const { path } of query.segments)
      if (Object.hasOwn(all, path[0] ?? '')) segments[path[0] ?? ''] = all[path[0] ?? '']
    const key = Object.values(segments).join('\n')
    const period = periods.get(key) ?? { segments, runs: [] }
    periods.set(key, period)
    const last = period.runs.at(-1)
    if (last !== undefined && last[1] === day - 1) last[1] = day
    else period.runs.push([day, day])
  }
  const found = [...periods.values()]
  queryPeriods.set(query, found)
  return found
}

function firstDayOf(account: AdsAccount, dayOf: (instant: number) => number, today: number): number {
  let first = Number.POSITIVE_INFINITY
  for (const changes of Object.values(account.history)) first = Math.min(first, changes[0]?.[0] ?? first)
  return first === Number.POSITIVE_INFINITY ? today : dayOf(first)
}

const dayNames = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

function segmentsOf(day: number): Wire {
  const date = dateText(day)
  const month = Number(date.slice(5, 7))
  const quarter = String(month - ((month - 1) % 3)).padStart(2, '0')
  return {
    date,
    dayOfWeek: dayNames[weekday(day, 'MONDAY')] ?? '',
    week: dateText(day - weekday(day, 'MONDAY')),
    month: `${date.slice(0, 7)}-01`,
    quarter: `${date.slice(0, 4)}-${quarter}-01`,
    year: Number(date.slice(0, 4)),
  }
}

function conversionMetrics(conversions: number, units: number, currency: string): Wire {
  const value = (units * Number(billableUnitMicros(currency))) / 1_000_000
  return {
    conversions,
    conversionsValue: value,
    allConversions: conversions,
    allConversionsValue: value,
  }
}

function metricsOf(cells: Float64Array, currency: string): Wire {
  const tally = tallyOf(cells)
  const unit = Number(billableUnitMicros(currency))
  const cost = tally.spend * unit
  const { impressions, clicks, conversions } = tally
  const value = (tally.value * unit) / 1_000_000
  const metrics: Wire = {
    impressions: String(impressions),
    clicks: String(clicks),
    interactions: String(clicks),
    costMicros: String(cost),
    videoTrueviewViews: '0',
    ...conversionMetrics(conversions, tally.value, currency),
  }
  const ratios: Record<string, [number, number]> = {
    ctr: [clicks, impressions],
    interactionRate: [clicks, impressions],
    averageCpc: [cost, clicks],
    averageCost: [cost, clicks],
    averageCpm: [cost * 1_000, impressions],
    conversionsFromInteractionsRate: [conversions, clicks],
    costPerConversion: [cost, conversions],
    costPerAllConversions: [cost, conversions],
    valuePerConversion: [value, conversions],
  }
  for (const [name, [above, below]] of Object.entries(ratios)) {
    if (below > 0) metrics[name] = above / below
  }
  return metrics
}
