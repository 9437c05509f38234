// What a write changes of what may be spent, as its plan says it. Plain JSON: it survives the process that planned it.

import type { Platform } from '@adrail/contract'
import { type Budget, mostInOneWeek, mostOnOneDay, noBudget } from '../../platforms/kit/budgets.ts'

export interface SpendChange {
  /** Empty when the campaign is about to be made. */
  readonly campaignId: string
  /** The budget that it spends from, where campaigns can share one. */
  readonly budgetId?: string
  readonly currencyCode: string
  readonly before: Spending
  readonly after: Spending
  /** The member of the body that asks for it. */
  readonly field: string
}

/** Amounts are millionths of the currency, whole numbers as text. */
export interface Spending {
  readonly budgetMicros: string
  /** The most that can be spent of it on one day. */
  readonly dayMicros: string
  /** The same in one week. */
  readonly weekMicros: string
  /** Whether anything can be spent at present. */
  readonly runs: boolean
}

/** What a campaign may spend that has this budget, and perhaps others beside that stay as they are. */
export function spendingOf(platform: Platform, budget: Budget, runs: boolean, beside = noBudget): Spending {
  const all = { daily: budget.daily + beside.daily, lifetime: budget.lifetime + beside.lifetime }
  return {
    budgetMicros: String(budget.daily + budget.lifetime),
    dayMicros: String(mostOnOneDay(platform, all)),
    weekMicros: String(mostInOneWeek(platform, all)),
    runs,
  }
}

/** Of a campaign that is not there yet. */
export const noSpending: Spending = { budgetMicros: '0', dayMicros: '0', weekMicros: '0', runs: false }

/** Whether more may be spent afterwards, now or once it runs. A new campaign always counts: it is there to spend. */
export function raises({ campaignId, before, after }: SpendChange): boolean {
  return campaignId === '' || (after.runs && !before.runs) || isMore(after, before)
}

/** Whether less may be spent afterwards, and nothing more. */
export function lessens(change: SpendChange): boolean {
  const { before, after } = change
  return !raises(change) && (!after.runs || isMore(before, after))
}

function isMore(a: Spending, b: Spending): boolean {
  return BigInt(a.budgetMicros) > BigInt(b.budgetMicros)
}
