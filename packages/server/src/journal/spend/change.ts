// The change of the possible spend by a write, as its plan states it. Plain JSON, because it outlives the
// process that planned.

import type { Platform } from '@adrail/contract'
import { type Budget, mostInOneWeek, mostOnOneDay, noBudget } from '../../platforms/kit/budgets.ts'

export interface SpendChange {
  /** Empty for a campaign that is not created yet. */
  readonly campaignId: string
  /** The budget that the campaign spends from, where campaigns can share one. */
  readonly budgetId?: string
  readonly currencyCode: string
  readonly before: Spending
  readonly after: Spending
  /** The field of the body that requests the change. */
  readonly field: string
}

/** Amounts are micros of the currency, as whole numbers in text. */
export interface Spending {
  readonly budgetMicros: string
  /** The maximum spend on one day. */
  readonly dayMicros: string
  /** The maximum spend in one week. */
  readonly weekMicros: string
  /** Whether the campaign can spend at present. */
  readonly runs: boolean
}

/** Returns the possible spend of a campaign with this budget and with other budgets that stay unchanged. */
export function spendingOf(platform: Platform, budget: Budget, runs: boolean, beside = noBudget): Spending {
  const all = { daily: budget.daily + beside.daily, lifetime: budget.lifetime + beside.lifetime }
  return {
    budgetMicros: String(budget.daily + budget.lifetime),
    dayMicros: String(mostOnOneDay(platform, all)),
    weekMicros: String(mostInOneWeek(platform, all)),
    runs,
  }
}

/** The spending of a campaign that does not exist yet. */
export const noSpending: Spending = { budgetMicros: '0', dayMicros: '0', weekMicros: '0', runs: false }

/**
 * Whether the change increases the possible spend, now or once the campaign runs. A new campaign always
 * counts, because it is created to spend.
 */
export function raises({ campaignId, before, after }: SpendChange): boolean {
  return campaignId === '' || (after.runs && !before.runs) || isMore(after, before)
}

/** Whether the change lowers the possible spend and increases nothing. */
export function lessens(change: SpendChange): boolean {
  const { before, after } = change
  return !raises(change) && (!after.runs || isMore(before, after))
}

function isMore(a: Spending, b: Spending): boolean {
  return BigInt(a.budgetMicros) > BigInt(b.budgetMicros)
}
