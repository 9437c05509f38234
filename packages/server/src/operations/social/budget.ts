// Who holds the daily budget of a campaign, and what each holder gets of a new one.

import type { ServiceError } from '../../base/errors.ts'
import { share } from '../../base/money.ts'
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

/**
 * Throws where there is no daily budget to set. Among ad sets it is shared by those that can deliver, so that what was
 * asked for is what can be spent; only when none of them is active, by those that are paused.
 */
export function divide(
  total: bigint,
  campaign: BudgetRow,
  adSets: readonly AdSetBudgetRow[],
  now: number,
): Division {
  if (dailyOf(campaign) > 0n) return { holders: [holder('campaign', campaign, total)], warnings: [] }
  if ((campaign.lifetime_budget ?? 0n) > 0n) throw lifetime(`campaign ${JSON.stringify(campaign.name)}`)

  const present = adSets.filter(({ status }) => status === 'ACTIVE' || status === 'PAUSED')
  const [ended, open] = parted(present, (row) => hasEnded(row, now))
  const [daily, others] = parted(open, (row) => dailyOf(row) > 0n)
  const [active, paused] = parted(daily, ({ status }) => status === 'ACTIVE')
  const sharing = active.length > 0 ? active : paused
  if (sharing.length === 0) {
    if (open.length > 0) throw lifetime('every ad set of the campaign')
    if (ended.length > 0)
      throw refused('every ad set of the campaign has ended. Give one a later end first.', 'campaignId')
    throw refused('the campaign has no ad sets, and its budget would sit on them.', 'campaignId')
  }
  const parts = share(total, sharing.map(dailyOf))
  return {
    holders: sharing.map((row, index) => holder('ad set', row, parts[index] ?? 0n)),
    warnings: [
      ...leftAlone('have ended', ended),
      ...leftAlone('are paused', active.length > 0 ? paused : []),
      ...leftAlone('have a lifetime budget', others),
    ],
  }
}

/** Those that pass, and the others. */
function parted<Item>(items: readonly Item[], passes: (item: Item) => boolean): [Item[], Item[]] {
  const [yes, no]: [Item[], Item[]] = [[], []]
  for (const item of items) (passes(item) ? yes : no).push(item)
  return [yes, no]
}

const mostNamed = 20

function leftAlone(because: string, rows: readonly BudgetRow[]): string[] {
  if (rows.length === 0) return []
  const names = rows.slice(0, mostNamed).map(({ name }) => JSON.stringify(name))
  const more = rows.length > mostNamed ? ` and ${rows.length - mostNamed} more` : ''
  return [`Ad sets that ${because} were left as they are: ${names.join(', ')}${more}.`]
}

function hasEnded({ end_time }: AdSetBudgetRow, now: number): boolean {
  const end = Date.parse(universalTime(end_time).replace('+0000', 'Z'))
  return end <= now
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
