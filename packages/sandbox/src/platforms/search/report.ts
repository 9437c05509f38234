import type { State } from '../../core/state.ts'
import { createCells, toDeliveryTotals } from '../../delivery/delivery.ts'
import { formatIsoDay, getZone } from '../../delivery/zone.ts'
import { billableUnitMicros } from './catalog/currencies.ts'
import { createCategoryCounter, hasCategorySegment } from './categories.ts'
import { createCounter, getDelivery } from './deliveries.ts'
import { searchError } from './errors.ts'
import type { CompiledQuery } from './gaql/compile.ts'
import { weekday } from './gaql/dates.ts'
import type { ReportRow } from './gaql/execute.ts'
import type { ResourceKind } from './resources.ts'
import type { AdsAccount } from './state.ts'
import { asString, type WireObject } from './wire.ts'

export function buildReport(
  state: State,
  customerId: string,
  account: AdsAccount,
  now: number,
  kind: ResourceKind,
  resource: WireObject,
  query: CompiledQuery,
): readonly ReportRow[] {
  if (account.customer['manager'] === true)
    throw searchError({ code: 'queryError.REQUESTED_METRICS_FOR_MANAGER' })
  const delivery = getDelivery(state, customerId, account)
  const periods = groupPeriods(query, account, now)
  const count = createCounter(delivery, account, kind, resource, now)
  const rows: ReportRow[] = []
  if (hasCategorySegment(query)) {
    const countByCategory = createCategoryCounter(delivery, account, kind, resource, now)
    for (const { segments, dayRanges } of periods)
      for (const [conversionActionCategory, { conversions, value }] of countByCategory(dayRanges))
        rows.push({
          segments: { ...segments, conversionActionCategory },
          metrics: conversionMetrics(conversions, value, asString(account.customer['currencyCode'])),
        })
    return rows
  }
  for (const { segments, dayRanges } of periods) {
    const cells = createCells()
    for (const [from, until] of dayRanges) count(from, until, cells)
    // With a segment, the report lists only rows with delivery.
    if (query.segments.length > 0 && (cells[1] ?? 0) === 0) continue
    rows.push({ segments, metrics: toMetrics(cells, asString(account.customer['currencyCode'])) })
  }
  return rows
}

interface Period {
  readonly segments: WireObject
  /** First and last day of each range of days, inclusive. */
  readonly dayRanges: [number, number][]
}

const queryPeriods = new WeakMap<CompiledQuery, readonly Period[]>()

/** Groups the days that pass the filters by the selected segments. The result is computed once per query. */
function groupPeriods(query: CompiledQuery, account: AdsAccount, now: number): readonly Period[] {
  const cached = queryPeriods.get(query)
  if (cached !== undefined) return cached
  const zone = getZone(asString(account.customer['timeZone']))
  const today = zone.dayAt(now)
  const filters = query.filters.filter(({ field }) => field.resource === 'segments')
  const periods = new Map<string, Period>()
  if (query.segments.length === 0) periods.set('', { segments: {}, dayRanges: [] })
  for (let day = firstHistoryDay(account, zone.dayAt, today); day <= today; day++) {
    const daySegments = segmentsForDay(day)
    if (!filters.every(({ field, test }) => test(daySegments[field.path[0] ?? '']))) continue
    const segments: WireObject = {}
    for (const { path } of query.segments)
      if (Object.hasOwn(daySegments, path[0] ?? '')) segments[path[0] ?? ''] = daySegments[path[0] ?? '']
    const key = Object.values(segments).join('\n')
    const period = periods.get(key) ?? { segments, dayRanges: [] }
    periods.set(key, period)
    const last = period.dayRanges.at(-1)
    if (last !== undefined && last[1] === day - 1) last[1] = day
    else period.dayRanges.push([day, day])
  }
  const groupedPeriods = [...periods.values()]
  queryPeriods.set(query, groupedPeriods)
  return groupedPeriods
}

function firstHistoryDay(account: AdsAccount, toDay: (instant: number) => number, today: number): number {
  let first = Number.POSITIVE_INFINITY
  for (const changes of Object.values(account.history)) first = Math.min(first, changes[0]?.[0] ?? first)
  return first === Number.POSITIVE_INFINITY ? today : toDay(first)
}

const dayNames = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

function segmentsForDay(day: number): WireObject {
  const date = formatIsoDay(day)
  const month = Number(date.slice(5, 7))
  const quarter = String(month - ((month - 1) % 3)).padStart(2, '0')
  return {
    date,
    dayOfWeek: dayNames[weekday(day, 'MONDAY')] ?? '',
    week: formatIsoDay(day - weekday(day, 'MONDAY')),
    month: `${date.slice(0, 7)}-01`,
    quarter: `${date.slice(0, 4)}-${quarter}-01`,
    year: Number(date.slice(0, 4)),
  }
}

function conversionMetrics(conversions: number, units: number, currency: string): WireObject {
  const value = (units * Number(billableUnitMicros(currency))) / 1_000_000
  return {
    conversions,
    conversionsValue: value,
    allConversions: conversions,
    allConversionsValue: value,
  }
}

function toMetrics(cells: Float64Array, currency: string): WireObject {
  const tally = toDeliveryTotals(cells)
  const unit = Number(billableUnitMicros(currency))
  const cost = tally.spend * unit
  const { impressions, clicks, conversions } = tally
  const value = (tally.value * unit) / 1_000_000
  const metrics: WireObject = {
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
  for (const [name, [numerator, denominator]] of Object.entries(ratios)) {
    if (denominator > 0) metrics[name] = numerator / denominator
  }
  return metrics
}
