// The days a report covers, and the days before them that it is compared with.

import { missingMetricsWarning, oldestMetricsDay } from '../../platforms/kit/keptDays.ts'
import type { InsightsQuery } from '../../platforms/social/insights.ts'

const dayMs = 86_400_000

/**
 * The period asked for and the one of the same length before it, as far as the platform has figures: none when it has
 * nothing of either.
 */
export function computePeriods(
  startDate: string,
  endDate: string,
  today: string,
): Exclude<InsightsQuery['periods'], 'all'> {
  const oldest = oldestMetricsDay(today)
  if (endDate < oldest) return []
  const current = { since: maxDate(startDate, oldest), until: endDate }
  const until = shiftDate(startDate, -1)
  if (until < oldest) return [current]
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs
  return [current, { since: maxDate(shiftDate(until, -days), oldest), until }]
}

/**
 * What is missing of a period because the platform keeps no figures so old; nothing when all of it is there. `oldest` is
 * the first day that it had figures of, if it said so.
 */
export function describeMissingDays(
  startDate: string,
  today: string,
  oldest = oldestMetricsDay(today),
): string | undefined {
  return startDate >= oldest ? undefined : missingMetricsWarning(oldest)
}

function shiftDate(date: string, days: number): string {
  return formatDate(Date.parse(date) + days * dayMs)
}

function maxDate(a: string, b: string): string {
  return a > b ? a : b
}

function formatDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
