// The days of an insights query, in the ad account's time zone.
// https://developers.facebook.com/docs/marketing-api/reference/ad-account/insights

import { formatIsoDay, parseIsoDay } from '../../../delivery/zone.ts'
import { GraphError, invalidParameter } from '../errors.ts'
import type { Params } from '../graph/request.ts'

export interface Period {
  readonly from: number
  readonly until: number
}

export interface Calendar {
  readonly today: number
  /** First day on which any ad of the query delivered. */
  readonly firstDelivery: number
}

export const rangeParams = ['time_range', 'time_ranges', 'date_preset', 'time_increment']

const datePresets = [
  'today',
  'yesterday',
  'this_month',
  'last_month',
  'this_quarter',
  'maximum',
  'data_maximum',
  'last_3d',
  'last_7d',
  'last_14d',
  'last_28d',
  'last_30d',
  'last_90d',
  'last_week_mon_sun',
  'last_week_sun_sat',
  'last_quarter',
  'last_year',
  'this_week_mon_today',
  'this_week_sun_today',
  'this_year',
]

const retentionMonths = 37

/**
 * `time_ranges` overrides `time_range`, which overrides the preset. Without any of them, the query covers the
 * last thirty days.
 */
export function readPeriods(params: Params, calendar: Calendar): Period[] {
  const ranges = params.json('time_ranges')
  if (ranges !== undefined) {
    if (!Array.isArray(ranges) || ranges.length === 0)
      throw invalidParameter('Param time_ranges must be an array.', { blame: ['time_ranges'] })
    return ranges.map((range, index) => readRange(`time_ranges[${index}]`, range, calendar))
  }
  const range = params.json('time_range')
  const preset = params.choice('date_preset', datePresets)
  const period =
    range === undefined
      ? presetPeriod(preset ?? 'last_30d', calendar)
      : readRange('time_range', range, calendar)
  return splitPeriod(period, params)
}

function readRange(name: string, value: unknown, calendar: Calendar): Period {
  const rangeFields =
    typeof value === 'object' && value !== null
      ? new Map<string, unknown>(Object.entries(value))
      : new Map<string, unknown>()
  const since = rangeFields.get('since')
  const until = rangeFields.get('until')
  const from = typeof since === 'string' ? parseIsoDay(since) : undefined
  const to = typeof until === 'string' ? parseIsoDay(until) : undefined
  if (from === undefined || to === undefined) {
    throw invalidParameter(
      `Must be a date representation string 'YYYY-MM-DD' in ${name}[since] and ${name}[until]`,
      {
        blame: [name.replace(/\[.*/, '')],
      },
    )
  }
  if (from > to)
    throw invalidParameter('The since date must not be after the until date', {
      blame: [name.replace(/\[.*/, '')],
    })
  if (from < oldestDay(calendar.today)) {
    throw new GraphError({
      message: '(#3018) The start date of the time range cannot be beyond 37 months from the current date',
      code: 3018,
    })
  }
  return { from, until: to }
}

export function oldestDay(today: number): number {
  const date = new Date(today * 86_400_000)
  return dayNumber(date.getUTCFullYear(), date.getUTCMonth() - retentionMonths, date.getUTCDate())
}

function dayNumber(year: number, month: number, date: number): number {
  return Math.floor(Date.UTC(year, month, date) / 86_400_000)
}

function presetPeriod(preset: string, { today, firstDelivery }: Calendar): Period {
  const date = new Date(today * 86_400_000)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  const quarter = Math.floor(month / 3) * 3
  const sunday = today - date.getUTCDay()
  const monday = today - ((date.getUTCDay() + 6) % 7)
  const lastDays = /^last_(\d+)d$/.exec(preset)?.[1]
  if (lastDays !== undefined) return { from: today - Number(lastDays), until: today - 1 }
  switch (preset) {
    case 'today':
      return { from: today, until: today }
    case 'yesterday':
      return { from: today - 1, until: today - 1 }
    case 'this_month':
      return { from: dayNumber(year, month, 1), until: today }
    case 'last_month':
      return { from: dayNumber(year, month - 1, 1), until: dayNumber(year, month, 0) }
    case 'this_quarter':
      return { from: dayNumber(year, quarter, 1), until: today }
    case 'last_quarter':
      return { from: dayNumber(year, quarter - 3, 1), until: dayNumber(year, quarter, 0) }
    case 'this_year':
      return { from: dayNumber(year, 0, 1), until: today }
    case 'last_year':
      return { from: dayNumber(year - 1, 0, 1), until: dayNumber(year, 0, 0) }
    case 'last_week_sun_sat':
      return { from: sunday - 7, until: sunday - 1 }
    case 'last_week_mon_sun':
      return { from: monday - 7, until: monday - 1 }
    case 'this_week_sun_today':
      return { from: sunday, until: today }
    case 'this_week_mon_today':
      return { from: monday, until: today }
    default:
      return { from: Math.min(today, Math.max(oldestDay(today), firstDelivery)), until: today }
  }
}

/** Splits a period into one row for all days, for each month, or for a number of days. */
function splitPeriod(period: Period, params: Params): Period[] {
  const increment = params.text('time_increment')
  if (increment === undefined || increment === '' || increment === 'all_days') return [period]
  if (increment === 'monthly') {
    const months: Period[] = []
    let from = period.from
    while (from <= period.until) {
      const date = new Date(from * 86_400_000)
      const until = Math.min(period.until, dayNumber(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
      months.push({ from, until })
      from = until + 1
    }
    return months
  }
  const days = Number(increment)
  if (!Number.isInteger(days) || days < 1 || days > 90) {
    throw invalidParameter(
      'Param time_increment must be one of {monthly, all_days} or an integer between 1 and 90',
      {
        blame: ['time_increment'],
      },
    )
  }
  const chunks: Period[] = []
  for (let from = period.from; from <= period.until; from += days) {
    chunks.push({ from, until: Math.min(period.until, from + days - 1) })
  }
  return chunks
}

export const formatInsightDay = formatIsoDay
