import type { OverspendRule } from '../connector-kit/budgets.ts'

/**
 * Since v24, and at most seven daily budgets in a week from Sunday to Saturday.
 * https://developers.facebook.com/docs/marketing-api/adset/budget-limits
 */
export const socialOverspend: OverspendRule = { percentPerDay: 175n, percentPerWeek: 700n }
