/** https://developers.facebook.com/docs/marketing-api/insights */
export const socialMetricsRetentionMonths = 37
