// Calculates how much a platform may spend from a budget. Spend limits are checked against these amounts.

/** How much a platform may spend beyond a daily budget. It compensates on other days. */
export interface OverspendRule {
  /** Percentage of a daily budget that the platform may spend on one day. */
  readonly percentPerDay: bigint
  /** Percentage of a daily budget that the platform may spend in seven days. */
  readonly percentPerWeek: bigint
}

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
export function maxSpendPerDay({ percentPerDay }: OverspendRule, { daily, lifetime }: Budget): bigint {
  return (daily * percentPerDay) / 100n + lifetime
}

export function maxSpendPerWeek({ percentPerWeek }: OverspendRule, { daily, lifetime }: Budget): bigint {
  return (daily * percentPerWeek) / 100n + lifetime
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
