// What budgets let a platform spend: what limits on spending are weighed against.

import type { Platform } from '@adrail/contract'

/**
 * How much of a daily budget may be spent on one day, in hundredths; other days make up for it.
 * Social: since v24, and 700 in a week from Sunday to Saturday,
 * https://developers.facebook.com/docs/marketing-api/adset/budget-limits.
 * Search: https://support.google.com/google-ads/answer/6312.
 * Pro: https://www.linkedin.com/help/lms/answer/a422101.
 */
export const overspendPercentPerDay = { social: 175n, search: 200n, pro: 150n } as const satisfies Record<
  Platform,
  bigint
>

/** The same for a week. Social promises no more than seven daily budgets; elsewhere seven such days may follow each other. */
export const overspendPercentPerWeek = { social: 700n, search: 1400n, pro: 1050n } as const satisfies Record<
  Platform,
  bigint
>

/** In millionths of a currency; 0 where there is none of the kind. */
export interface Budget {
  readonly daily: bigint
  /** For the whole time of a campaign. */
  readonly lifetime: bigint
}

export const noBudget: Budget = { daily: 0n, lifetime: 0n }

/** The most that can be spent on one day. Of a lifetime budget no platform says how it is spread, so all of it counts. */
export function maxSpendPerDay(platform: Platform, { daily, lifetime }: Budget): bigint {
  return (daily * overspendPercentPerDay[platform]) / 100n + lifetime
}

/** The same in one week. */
export function maxSpendPerWeek(platform: Platform, { daily, lifetime }: Budget): bigint {
  return (daily * overspendPercentPerWeek[platform]) / 100n + lifetime
}

/** What campaigns that run spend from. */
export interface RunningBudget {
  /** Several, where they share one. */
  readonly campaignIds: readonly string[]
  /** Which budget it is, where campaigns can share one. */
  readonly budgetId?: string
  /** The most on one day, in millionths of the account's currency. */
  readonly dayMicros: bigint
}
