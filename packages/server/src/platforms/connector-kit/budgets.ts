// Calculates how much a platform may spend from a budget. Spend limits are checked against these amounts.

import type { Platform } from '@adrail/contract'

/**
 * Percentage of a daily budget that a platform may spend on one day. The platform compensates on other days.
 * Social: since v24, and 700 in a week from Sunday to Saturday,
 * https://developers.facebook.com/docs/marketing-api/adset/budget-limits.
 * Search: https://support.google.com/google-ads/answer/6312.
 * Pro: https://www.linkedin.com/help/lms/answer/a422101.
 */
export const overspendPercentPerDay = { social: 175n, search: 200n, pro: 150n } as const satisfies Record<
  Platform,
  bigint
>

/**
 * Percentage per week. Social guarantees at most seven daily budgets. On the other platforms, seven days of
 * maximum spend can follow each other.
 */
export const overspendPercentPerWeek = { social: 700n, search: 1400n, pro: 1050n } as const satisfies Record<
  Platform,
  bigint
>

/** Amounts in millionths of a currency unit. 0 means that the campaign has no budget of that kind. */
export interface Budget {
  readonly daily: bigint
  /** Budget for the whole run of a campaign. */
  readonly lifetime: bigint
}

export const noBudget: Budget = { daily: 0n, lifetime: 0n }

/**
 * Maximum spend on one day. No platform documents how it spreads a lifetime budget, so the full amount
 * counts.
 */
export function maxSpendPerDay(platform: Platform, { daily, lifetime }: Budget): bigint {
  return (daily * overspendPercentPerDay[platform]) / 100n + lifetime
}

export function maxSpendPerWeek(platform: Platform, { daily, lifetime }: Budget): bigint {
  return (daily * overspendPercentPerWeek[platform]) / 100n + lifetime
}

/** A budget that running campaigns spend from. */
export interface RunningBudget {
  /** Contains several ids when the campaigns share the budget. */
  readonly campaignIds: readonly string[]
  /** Set where campaigns can share a budget. */
  readonly budgetId?: string
  /** Maximum spend on one day, in millionths of the account's currency. */
  readonly dayMicros: bigint
}
