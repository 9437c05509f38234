// Daily metrics are available for 37 months, in the account's days. The platform rejects a query that goes
// back further, unless the query covers full months and selects no finer segment.
// https://developers.google.com/google-ads/api/docs/query/date-ranges#lookback-limits
// https://developers.google.com/google-ads/api/reference/rpc/v25/DateRangeErrorEnum.DateRangeError

import { formatIsoDay, parseIsoDay } from '../../../delivery/zone.ts'
import { searchError } from '../errors.ts'
import type { Condition, ParsedQuery } from './parse.ts'

const retentionMonths = 37
const subMonthSegments: ReadonlySet<string> = new Set(['segments.date', 'segments.week', 'segments.hour'])

export function checkLookback(query: ParsedQuery, today: number): void {
  const dateConditions = query.where.filter(({ field }) => subMonthSegments.has(field))
  const earliestDay = dateConditions.flatMap(firstMatchingDay).toSorted().at(-1)
  if (earliestDay === undefined || earliestDay >= oldestDay(today)) return
  const latestDay = dateConditions.flatMap(lastMatchingDay).toSorted().at(0) ?? formatIsoDay(today)
  const isByDay = query.select.some((name) => subMonthSegments.has(name))
  if (!isByDay && earliestDay.endsWith('-01') && nextDay(latestDay).endsWith('-01')) return
  throw searchError({ code: 'dateRangeError.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED' })
}

function oldestDay(today: number): string {
  const [year = 0, month = 1, day = 1] = formatIsoDay(today).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - retentionMonths, day)).toISOString().slice(0, 10)
}

/** Returns the first day that satisfies a condition. Empty for a condition without a lower bound. */
function firstMatchingDay({ operator, values }: Condition): string[] {
  const days = values.map(({ text }) => text).toSorted()
  switch (operator) {
    case '=':
    case '>=':
    case 'IN':
    case 'BETWEEN':
      return days.slice(0, 1)
    case '>':
      return days.slice(0, 1).map(nextDay)
    default:
      return []
  }
}

/** Returns the last day that satisfies a condition. Empty for a condition without an upper bound. */
function lastMatchingDay({ operator, values }: Condition): string[] {
  const days = values.map(({ text }) => text).toSorted()
  switch (operator) {
    case '=':
    case '<=':
    case 'IN':
    case 'BETWEEN':
      return days.slice(-1)
    case '<':
      return days.slice(-1).map((day) => formatIsoDay((parseIsoDay(day) ?? 0) - 1))
    default:
      return []
  }
}

function nextDay(day: string): string {
  return formatIsoDay((parseIsoDay(day) ?? 0) + 1)
}
