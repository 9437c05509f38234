// Splits a new campaign budget among the ad sets or ad groups that hold the budget.

import { share } from './money.ts'

/** An ad set or ad group with its own budget, in the smallest currency units. */
export interface BudgetPart {
  readonly id: string
  readonly name: string
  readonly status: string
  /** 0 if the budget is not a daily one. */
  readonly daily: bigint
  readonly hasEnded: boolean
}

export interface BudgetShare {
  readonly id: string
  readonly name: string
  readonly from: bigint
  readonly to: bigint
}

/** The platform's names for the parts of a campaign and for budgets that are not daily. */
interface Words {
  readonly part: 'ad set' | 'ad group'
  readonly other: 'lifetime' | 'total'
}

export interface Shares {
  readonly shares: readonly BudgetShare[]
  readonly warnings: readonly string[]
}

/**
 * Splits the amount among the active parts, so that the requested amount equals what adrail can spend. If no
 * part is active, the paused parts share the amount. Returns a problem as text if no part can take a budget.
 */
export function shareBudget(total: bigint, parts: readonly BudgetPart[], words: Words): Shares | string {
  const { part, other } = words
  const [ended, open] = parted(parts, ({ hasEnded }) => hasEnded)
  const [daily, others] = parted(open, (row) => row.daily > 0n)
  const [active, paused] = parted(daily, ({ status }) => status === 'ACTIVE')
  const sharing = active.length > 0 ? active : paused
  if (sharing.length === 0) {
    if (open.length > 0)
      return `every ${part} of the campaign has a ${other} budget. Only daily budgets can be set here.`
    if (ended.length > 0) return `every ${part} of the campaign has ended. Give one a later end first.`
    return `the campaign has no ${part}s, and its budget would sit on them.`
  }
  const amounts = share(
    total,
    sharing.map((row) => row.daily),
  )
  return {
    shares: sharing.map(({ id, name, daily: from }, index) => ({ id, name, from, to: amounts[index] ?? 0n })),
    warnings: [
      ...leftAlone(part, 'have ended', ended),
      ...leftAlone(part, 'are paused', active.length > 0 ? paused : []),
      ...leftAlone(part, `have a ${other} budget`, others),
    ],
  }
}

function parted<Item>(items: readonly Item[], passes: (item: Item) => boolean): [Item[], Item[]] {
  const [yes, no]: [Item[], Item[]] = [[], []]
  for (const item of items) (passes(item) ? yes : no).push(item)
  return [yes, no]
}

const mostNamed = 20

function leftAlone(part: string, because: string, rows: readonly BudgetPart[]): string[] {
  if (rows.length === 0) return []
  const names = rows.slice(0, mostNamed).map(({ name }) => JSON.stringify(name))
  const more = rows.length > mostNamed ? ` and ${rows.length - mostNamed} more` : ''
  const whose = `${part[0]?.toUpperCase()}${part.slice(1)}s`
  return [`${whose} that ${because} were left as they are: ${names.join(', ')}${more}.`]
}
