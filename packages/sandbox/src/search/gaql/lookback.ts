// How far back figures are told by the day: 37 months, by the account's own days. A query that goes further back is refused
// as a whole, unless it asks for whole months and for nothing finer.
// https://developers.google.com/google-ads/api/docs/query/date-ranges#lookback-limits
// https://developers.google.com/google-ads/api/reference/rpc/v25/DateRangeErrorEnum.DateRangeError

import { dateText, dayOfText } from '../../delivery/zone.ts'
import { refuse } from '../errors.ts'
import type { Condition, Query } from './parse.ts'

const monthsKept = 37
const finerThanMonths: ReadonlySet<string> = new Set(['segments.date', 'segments.week', 'segments.hour'])

export function checkLookback(query: Query, today: number): void {
  const dated = query.where.filter(({ field }) => finerThanMonths.has(field))
  const first = dated.flatMap(firstDay).toSorted().at(-1)
  if (first === undefined || first >= oldestDay(today)) return
  const last = dated.flatMap(lastDay).toSorted().at(0) ?? dateText(today)
  const isByDay = query.select.some((name) => finerThanMonths.has(name))
  if (!isByDay && first.endsWith('-01') && dayAfter(last).endsWith('-01')) return
  throw refuse({ code: 'dateRangeError.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED' })
}

function oldestDay(today: number): string {
  const [year = 0, month = 1, day = 1] = dateText(today).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - monthsKept, day)).toISOString().slice(0, 10)
}

/** The first day that a condition lets through; nothing when it has no beginning. */
function firstDay({ operator, values }: Condition): string[] {
  const days = values.map(({ text }) => text).toSorted()
  switch (operator) {
    case '=':
    case '>=':
    case 'IN':
    case 'BETWEEN':
      return days.slice(0, 1)
    case '>':
      return days.slice(0, 1).map(dayAfter)
    default:
      return []
  }
}

/** The last one; nothing when it has no end. */
function lastDay({ operator, values }: Condition): string[] {
  const days = values.map(({ text }) => text).toSorted()
  switch (operator) {
    case '=':
    case '<=':
    case 'IN':
    case 'BETWEEN':
      return days.slice(-1)
    case '<':
      return days.slice(-1).map((day) => dateText((dayOfText(day) ?? 0) - 1))
    default:
      return []
  }
}

function dayAfter(day: string): string {
  return dateText((dayOfText(day) ?? 0) + 1)
}
