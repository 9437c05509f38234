// Splits a new daily budget between the campaign or the ad sets that hold the current one.

import type { AdSetBudgetRow, BudgetRow } from '../../platforms/social/rows.ts'
import { splitBudget } from '../campaign/budgetSplit.ts'
import { createSocialRejection } from './campaignErrors.ts'
import { formatUtcTime } from './utcTime.ts'

/** Change of the daily budget of one campaign or ad set, in the smallest units of the currency. */
export interface BudgetChange {
  readonly kind: 'campaign' | 'ad set'
  readonly id: string
  readonly name: string
  readonly from: bigint
  readonly to: bigint
}

export interface BudgetChangePlan {
  readonly budgetChanges: readonly BudgetChange[]
  readonly warnings: readonly string[]
}

/** Throws when neither the campaign nor its ad sets have a daily budget. */
export function computeBudgetChanges(
  total: bigint,
  campaign: BudgetRow,
  adSets: readonly AdSetBudgetRow[],
  now: number,
): BudgetChangePlan {
  const { id, name } = campaign
  const from = readDailyBudget(campaign)
  if (from > 0n) return { budgetChanges: [{ kind: 'campaign', id, name, from, to: total }], warnings: [] }
  if ((campaign.lifetime_budget ?? 0n) > 0n) {
    const prefix = `campaign ${JSON.stringify(name)} has a lifetime budget.`
    throw createSocialRejection(`${prefix} adrail sets only daily budgets.`, 'campaignId')
  }
  const liveAdSets = adSets
    .filter(({ status }) => status === 'ACTIVE' || status === 'PAUSED')
    .map((row) => ({ ...row, daily: readDailyBudget(row), hasEnded: hasEnded(row, now) }))
  const budgetSplit = splitBudget(total, liveAdSets, { part: 'ad set', otherBudgetKind: 'lifetime' })
  if (typeof budgetSplit === 'string') throw createSocialRejection(budgetSplit, 'campaignId')
  const { shares, warnings } = budgetSplit
  return { budgetChanges: shares.map((share) => ({ kind: 'ad set', ...share })), warnings }
}

function hasEnded({ end_time }: AdSetBudgetRow, now: number): boolean {
  const endMs = Date.parse(formatUtcTime(end_time).replace('+0000', 'Z'))
  return endMs <= now
}

/** The platform omits the field or reports 0 when the budget is a lifetime budget. */
function readDailyBudget({ daily_budget = 0n }: BudgetRow): bigint {
  return daily_budget
}
