import type { OverspendRule } from '../connector-kit/budgets.ts'

/**
 * The platform guarantees nothing for a week, so seven days of maximum spend can follow each other.
 * https://www.linkedin.com/help/lms/answer/a422101
 */
export const proOverspend: OverspendRule = { percentPerDay: 150n, percentPerWeek: 1050n }
