// The named date ranges of DURING. https://developers.google.com/google-ads/api/docs/query/date-ranges

import { dateText } from '../../delivery/zone.ts'

/** First and last date, both included; undefined for an unknown name. Days count from 1970-01-01, a Thursday. */
export function dateRange(name: string, today: number): readonly [string, string] | undefined {
  const days = daysOf(name, today)
  return days === undefined ? undefined : [dateText(days[0]), dateText(days[1])]
}

function daysOf(name: string, today: number): readonly [number, number] | undefined {
  const monday = today - weekday(today, 'MONDAY')
  const sunday = today - weekday(today, 'SUNDAY')
  const month = today - (Number(dateText(today).slice(8)) - 1)
  const lastMonth = month - Number(dateText(month - 1).slice(8))
  switch (name) {
    case 'TODAY':
      return [today, today]
    case 'YESTERDAY':
      return [today - 1, today - 1]
    case 'LAST_7_DAYS':
      return [today - 7, today - 1]
    case 'LAST_14_DAYS':
      return [today - 14, today - 1]
    case 'LAST_30_DAYS':
      return [today - 30, today - 1]
    case 'LAST_BUSINESS_WEEK':
      return [monday - 7, monday - 3]
    case 'LAST_WEEK_MON_SUN':
      return [monday - 7, monday - 1]
    case 'LAST_WEEK_SUN_SAT':
      return [sunday - 7, sunday - 1]
    case 'THIS_WEEK_MON_TODAY':
      return [monday, today]
    case 'THIS_WEEK_SUN_TODAY':
      return [sunday, today]
    case 'THIS_MONTH':
      return [month, today]
    case 'LAST_MONTH':
      return [lastMonth, month - 1]
    default:
      return undefined
  }
}

/** Days since the week began. */
export function weekday(day: number, firstDay: 'MONDAY' | 'SUNDAY'): number {
  const shift = firstDay === 'MONDAY' ? 3 : 4
  return (((day + shift) % 7) + 7) % 7
}
