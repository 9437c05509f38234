// Who holds the daily budget of a campaign, and what each holder gets of a new one.

import type { ServiceError } from '../../base/errors.ts'
import { share } from '../../base/money.ts'
import { asText, type Json } from '../../platforms/kit/values.ts'
import { quoted, refused } from './campaign.ts'
import { textOf } from './rows.ts'

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
export function divide(total: bigint, campaign: Json, adSets: readonly Json[]): Division {
  if (unitsIn(campaign, 'daily_budget') > 0n)
    return { holders: [holder('campaign', campaign, total)], warnings: [] }
  if (unitsIn(campaign, 'lifetime_budget') > 0n) throw lifetime(`campaign ${quoted(campaign)}`)

  const live = adSets.filter((row) => row['status'] === 'ACTIVE' || row['status'] === 'PAUSED')
  const daily = live.filter((row) => unitsIn(row, 'daily_budget') > 0n)
  if (daily.length === 0) {
    if (live.length > 0) throw lifetime('every ad set of the campaign')
    throw refused('the campaign has no ad sets, and its budget would sit on them.', 'campaignId')
  }
  const parts = share(
    total,
    daily.map((row) => unitsIn(row, 'daily_budget')),
  )
  const others = live.length - daily.length
  return {
    holders: daily.map((row, index) => holder('ad set', row, parts[index] ?? 0n)),
    warnings: others === 0 ? [] : [`${others} ad sets with a lifetime budget were left as they are.`],
  }
}

function holder(kind: Holder['kind'], row: Json, to: bigint): Holder {
  return { kind, id: textOf(row, 'id'), name: textOf(row, 'name'), from: unitsIn(row, 'daily_budget'), to }
}

/** Absent, or "0", when the budget is of another kind. */
function unitsIn(row: Json, name: string): bigint {
  const digits = asText(row[name])
  return /^\d{1,18}$/.test(digits) ? BigInt(digits) : 0n
}

function lifetime(what: string): ServiceError {
  return refused(`${what} has a lifetime budget. Only daily budgets can be set here.`, 'campaignId')
}
