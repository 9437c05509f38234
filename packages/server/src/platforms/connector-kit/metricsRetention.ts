// Retention period of the platforms for daily metrics.

/**
 * https://developers.google.com/google-ads/api/docs/query/date-ranges#lookback-limits
 * https://developers.facebook.com/docs/marketing-api/insights
 */
export const metricsRetentionMonths = 37

/** First day with metrics when today is the given day. */
export function oldestMetricsDay(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - metricsRetentionMonths, day)).toISOString().slice(0, 10)
}

/** Warning for a period that begins before the first day with metrics. */
export function missingMetricsWarning(oldestDay: string): string {
  return `The platform keeps metrics for ${metricsRetentionMonths} months. Days before ${oldestDay} are missing.`
}
