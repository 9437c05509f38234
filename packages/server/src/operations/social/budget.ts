// Who holds the daily budget of a campaign, and what each holder gets of a new one.

import { shareBudget } from '../../base/budgetShares.ts'
import type { AdSetBudgetRow, BudgetRow } from '../../platforms/social/rows.ts'
import { refused } from './campaign.ts'
import { universalTime } from './times.ts'

/** A campaign or an ad set whose budget is to be set, in smallest units. */
export interface Holder {
  readonly kind: 'campaign' | 'ad set'
  readonly id: string
  readonly name: string
  readonly from: bigint
  readonly to: bigint
}

export interface Division {
  readonly holders: readonly Holder[]
  readonly warnings: readonly string[]
}

/** Throws where there is no daily budget to set. */
export function divide(
  total: bigint,
  campaign: BudgetRow,
  adSets: readonly AdSetBudgetRow[],
  now: number,
): Division {
  const { id, name } = campaign
  const from = dailyOf(campaign)
  if (from > 0n) return { holders: [{ kind: 'campaign', id, name, from, to: total }], warnings: [] }
  if ((campaign.lifetime_budget ?? 0n) > 0n) {
    const has = `campaign ${JSON.stringify(name)} has a lifetime budget.`
    throw refused(`${has} Only daily budgets can be set here.`, 'campaignId')
  }
  const parts = adSets
    .filter(({ status }) => status === 'ACTIVE' || status === 'PAUSED')
    .map((row) => ({ ...row, daily: dailyOf(row), hasEnded: hasEnded(row, now) }))
  const shared = shareBudget(total, parts, { part: 'ad set', other: 'lifetime' })
  if (typeof shared === 'string') throw refused(shared, 'campaignId')
  const { shares, warnings } = shared
  return { holders: shares.map((each) => ({ kind: 'ad set', ...each })), warnings }
}

function hasEnded({ end_time }: AdSetBudgetRow, now: number): boolean {
  const end = Date.parse(universalTime(end_time).replace('+0000', 'Z'))
  return end <= now
}

/** Absent, or 0, when the budget is of another kind. */
function dailyOf({ daily_budget = 0n }: BudgetRow): bigint {
  return daily_budget
}
