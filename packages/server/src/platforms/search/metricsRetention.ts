/** https://developers.google.com/google-ads/api/docs/query/date-ranges#lookback-limits */
export const searchMetricsRetentionMonths = 37
