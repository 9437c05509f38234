// The days a report covers, and the days before them that it is compared with.

import { missingBefore, oldestDay } from '../../platforms/kit/keptDays.ts'
import type { InsightsQuestion } from '../../platforms/social/insights.ts'

const dayMs = 86_400_000

/**
 * The period asked for and the one of the same length before it, as far as the platform has figures: none when it has
 * nothing of either.
 */
export function periodsOf(
  startDate: string,
  endDate: string,
  today: string,
): Exclude<InsightsQuestion['periods'], 'all'> {
  const oldest = oldestDay(today)
  if (endDate < oldest) return []
  const current = { since: later(startDate, oldest), until: endDate }
  const until = shifted(startDate, -1)
  if (until < oldest) return [current]
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs
  return [current, { since: later(shifted(until, -days), oldest), until }]
}

/**
 * What is missing of a period because the platform keeps no figures so old; nothing when all of it is there. `oldest` is
 * the first day that it had figures of, if it said so.
 */
export function missingDays(startDate: string, today: string, oldest = oldestDay(today)): string | undefined {
  return startDate >= oldest ? undefined : missingBefore(oldest)
}

function shifted(date: string, days: number): string {
  return dateText(Date.parse(date) + days * dayMs)
}

function later(a: string, b: string): string {
  return a > b ? a : b
}

function dateText(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
