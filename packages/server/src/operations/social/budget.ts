// Who holds the daily budget of a campaign, and what each holder gets of a new one.

import type { ServiceError } from '../../base/errors.ts'
import { share } from '../../base/money.ts'
import type { BudgetRow } from '../../platforms/social/rows.ts'
import { refused } from './campaign.ts'

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
export function divide(total: bigint, campaign: BudgetRow, adSets: readonly BudgetRow[]): Division {
  if (dailyOf(campaign) > 0n) return { holders: [holder('campaign', campaign, total)], warnings: [] }
  if ((campaign.lifetime_budget ?? 0n) > 0n) throw lifetime(`campaign ${JSON.stringify(campaign.name)}`)

  const live = adSets.filter((row) => row.status === 'ACTIVE' || row.status === 'PAUSED')
  const daily = live.filter((row) => dailyOf(row) > 0n)
  if (daily.length === 0) {
    if (live.length > 0) throw lifetime('every ad set of the campaign')
    throw refused('the campaign has no ad sets, and its budget would sit on them.', 'campaignId')
  }
  const parts = share(total, daily.map(dailyOf))
  const others = live.length - daily.length
  return {
    holders: daily.map((row, index) => holder('ad set', row, parts[index] ?? 0n)),
    warnings: others === 0 ? [] : [`${others} ad sets with a lifetime budget were left as they are.`],
  }
}

function holder(kind: Holder['kind'], row: BudgetRow, to: bigint): Holder {
  return { kind, id: row.id, name: row.name, from: dailyOf(row), to }
}

/** Absent, or 0, when the budget is of another kind. */
function dailyOf({ daily_budget = 0n }: BudgetRow): bigint {
  return daily_budget
}

function lifetime(what: string): ServiceError {
  return refused(`${what} has a lifetime budget. Only daily budgets can be set here.`, 'campaignId')
}
