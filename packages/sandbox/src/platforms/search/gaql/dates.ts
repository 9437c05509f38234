// The named date ranges of DURING. https://developers.google.com/google-ads/api/docs/query/date-ranges

import { formatIsoDay } from '../../../delivery/zone.ts'

/**
 * Returns the first and last date, inclusive, or undefined for an unknown name. Day 0 is 1970-01-01, a
 * Thursday.
 */
export function dateRange(name: string, today: number): readonly [string, string] | undefined {
  const days = rangeDays(name, today)
  return days === undefined ? undefined : [formatIsoDay(days[0]), formatIsoDay(days[1])]
}

function rangeDays(name: string, today: number): readonly [number, number] | undefined {
  const monday = today - weekday(today, 'MONDAY')
  const sunday = today - weekday(today, 'SUNDAY')
  const firstOfMonth = today - (Number(formatIsoDay(today).slice(8)) - 1)
  const firstOfLastMonth = firstOfMonth - Number(formatIsoDay(firstOfMonth - 1).slice(8))
  const ranges: Readonly<Record<string, readonly [number, number]>> = {
    TODAY: [today, today],
    YESTERDAY: [today - 1, today - 1],
    LAST_7_DAYS: [today - 7, today - 1],
    LAST_14_DAYS: [today - 14, today - 1],
    LAST_30_DAYS: [today - 30, today - 1],
    LAST_BUSINESS_WEEK: [monday - 7, monday - 3],
    LAST_WEEK_MON_SUN: [monday - 7, monday - 1],
    LAST_WEEK_SUN_SAT: [sunday - 7, sunday - 1],
    THIS_WEEK_MON_TODAY: [monday, today],
    THIS_WEEK_SUN_TODAY: [sunday, today],
    THIS_MONTH: [firstOfMonth, today],
    LAST_MONTH: [firstOfLastMonth, firstOfMonth - 1],
  }
  return Object.hasOwn(ranges, name) ? ranges[name] : undefined
}

/** Returns the number of days since the week began. */
export function weekday(day: number, firstDay: 'MONDAY' | 'SUNDAY'): number {
  const shift = firstDay === 'MONDAY' ? 3 : 4
  return (((day + shift) % 7) + 7) % 7
}
