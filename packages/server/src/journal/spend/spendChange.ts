// The change of the possible spend by a write, as its plan states it. Plain JSON, because it outlives the
// process that planned.

import type { Platform } from '@adrail/contract'
import {
  type Budget,
  maxSpendPerDay,
  maxSpendPerWeek,
  noBudget,
} from '../../platforms/connector-kit/budgets.ts'
import { definitionOf } from '../../platforms/index.ts'

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
export function toSpending(
  platform: Platform,
  budget: Budget,
  runs: boolean,
  otherBudget = noBudget,
): Spending {
  const { overspend } = definitionOf(platform)
  const total = { daily: budget.daily + otherBudget.daily, lifetime: budget.lifetime + otherBudget.lifetime }
  return {
    budgetMicros: String(budget.daily + budget.lifetime),
    dayMicros: String(maxSpendPerDay(overspend, total)),
    weekMicros: String(maxSpendPerWeek(overspend, total)),
    runs,
  }
}

/** The spending of a campaign that does not exist yet. */
export const noSpending: Spending = { budgetMicros: '0', dayMicros: '0', weekMicros: '0', runs: false }

/**
 * Whether the change increases the possible spend, now or once the campaign runs. A new campaign always
 * counts, because it is created to spend.
 */
export function raisesSpend({ campaignId, before, after }: SpendChange): boolean {
  return campaignId === '' || (after.runs && !before.runs) || hasLargerBudget(after, before)
}

/** Whether the change lowers the possible spend and increases nothing. */
export function lowersSpend(change: SpendChange): boolean {
  const { before, after } = change
  return !raisesSpend(change) && (!after.runs || hasLargerBudget(before, after))
}

function hasLargerBudget(a: Spending, b: Spending): boolean {
  return BigInt(a.budgetMicros) > BigInt(b.budgetMicros)
}
