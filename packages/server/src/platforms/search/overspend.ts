import type { OverspendRule } from '../connector-kit/budgets.ts'

/**
 * The platform guarantees nothing for a week, so seven days of maximum spend can follow each other.
 * https://support.google.com/google-ads/answer/6312
 */
export const searchOverspend: OverspendRule = { percentPerDay: 200n, percentPerWeek: 1400n }
