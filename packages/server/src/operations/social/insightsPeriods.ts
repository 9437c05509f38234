// Computes the days that a report covers and the preceding days that it compares them with.

import { missingMetricsWarning, oldestMetricsDay } from '../../platforms/connector-kit/metricsRetention.ts'
import type { InsightsQuery } from '../../platforms/social/insights.ts'
import { socialMetricsRetentionMonths } from '../../platforms/social/metricsRetention.ts'
import { dayMs } from '../../runtime/durations.ts'

/**
 * Returns the requested period and the period of equal length before it, limited to the days for which the
 * platform keeps metrics. The list is empty when the platform keeps metrics for neither period.
 */
export function computePeriods(
  startDate: string,
  endDate: string,
  today: string,
): Exclude<InsightsQuery['periods'], 'all'> {
  const oldest = oldestMetricsDay(today, socialMetricsRetentionMonths)
  if (endDate < oldest) return []
  const current = { since: maxDate(startDate, oldest), until: endDate }
  const until = shiftDate(startDate, -1)
  if (until < oldest) return [current]
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs
  return [current, { since: maxDate(shiftDate(until, -days), oldest), until }]
}

/**
 * Returns a warning when the period begins before the platform's oldest metrics. `oldestHash` is the first day
 * with metrics, if the platform reported that day.
 */
export function describeMissingDays(
  startDate: string,
  today: string,
  oldest = oldestMetricsDay(today, socialMetricsRetentionMonths),
): string | undefined {
  return startDate >= oldest ? undefined : missingMetricsWarning(oldest, socialMetricsRetentionMonths)
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
