// How far back the platforms tell figures by the day.

/**
 * https://developers.google.com/google-ads/api/docs/query/date-ranges#lookback-limits
 * https://developers.facebook.com/docs/marketing-api/insights
 */
export const metricsRetentionMonths = 37

/** The first day that there are figures of, where it is this day. */
export function oldestMetricsDay(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - metricsRetentionMonths, day)).toISOString().slice(0, 10)
}

/** What is missing of a period that began earlier. */
export function missingMetricsWarning(oldest: string): string {
  return `The platform keeps figures for ${metricsRetentionMonths} months: the days before ${oldest} are missing.`
}
