import type { OverspendRule } from '../connector-kit/budgets.ts'

/** The newspaper never spends more than the budget of a day. */
export const townOverspend: OverspendRule = { percentPerDay: 100n, percentPerWeek: 700n }
