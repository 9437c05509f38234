// Days for which a platform keeps daily metrics. The definition of the platform states the months.

/** First day with metrics when today is the given day. */
export function oldestMetricsDay(today: string, retentionMonths: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - retentionMonths, day)).toISOString().slice(0, 10)
}

/** Warning for a period that begins before the first day with metrics. */
export function missingMetricsWarning(oldestDay: string, retentionMonths: number): string {
  return `The platform keeps metrics for ${retentionMonths} months. Days before ${oldestDay} are missing.`
}
