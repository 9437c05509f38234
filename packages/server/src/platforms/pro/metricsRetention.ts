/** LinkedIn keeps performance metrics for ten years. Reports go back as far as on the other platforms. */
export const proMetricsRetentionMonths = 37
