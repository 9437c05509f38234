// Splits a new campaign budget among the ad sets or ad groups that hold the budget.

import { allocate } from '../../money/money.ts'

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
interface PartTerms {
  readonly part: 'ad set' | 'ad group'
  readonly otherBudgetKind: 'lifetime' | 'total'
}

export interface BudgetSplit {
  readonly shares: readonly BudgetShare[]
  readonly warnings: readonly string[]
}

/**
 * Splits the amount among the active parts, so that the requested amount equals what adrail can spend. If no
 * part is active, the paused parts share the amount. Returns a problem as text if no part can take a budget.
 */
export function splitBudget(
  total: bigint,
  parts: readonly BudgetPart[],
  terms: PartTerms,
): BudgetSplit | string {
  const { part, otherBudgetKind } = terms
  const [ended, running] = partition(parts, ({ hasEnded }) => hasEnded)
  const [daily, nonDaily] = partition(running, (row) => row.daily > 0n)
  const [active, paused] = partition(daily, ({ status }) => status === 'ACTIVE')
  const recipients = active.length > 0 ? active : paused
  if (recipients.length === 0) {
    if (running.length > 0)
      return `every ${part} of the campaign has a ${otherBudgetKind} budget. adrail sets only daily budgets.`
    if (ended.length > 0) return `every ${part} of the campaign has ended. Set a later end first.`
    return `the campaign has no ${part}s, which would have its budget.`
  }
  const amounts = allocate(
    total,
    recipients.map((row) => row.daily),
  )
  return {
    shares: recipients.map(({ id, name, daily: from }, index) => ({
      id,
      name,
      from,
      to: amounts[index] ?? 0n,
    })),
    warnings: [
      ...unchangedWarnings(part, 'have ended', ended),
      ...unchangedWarnings(part, 'are paused', active.length > 0 ? paused : []),
      ...unchangedWarnings(part, `have a ${otherBudgetKind} budget`, nonDaily),
    ],
  }
}

function partition<Item>(items: readonly Item[], matches: (item: Item) => boolean): [Item[], Item[]] {
  const [matching, others]: [Item[], Item[]] = [[], []]
  for (const item of items) (matches(item) ? matching : others).push(item)
  return [matching, others]
}

const maxNamedParts = 20

function unchangedWarnings(part: string, reason: string, rows: readonly BudgetPart[]): string[] {
  if (rows.length === 0) return []
  const names = rows.slice(0, maxNamedParts).map(({ name }) => JSON.stringify(name))
  const overflow = rows.length > maxNamedParts ? ` and ${rows.length - maxNamedParts} more` : ''
  const subject = `${part[0]?.toUpperCase()}${part.slice(1)}s`
  return [`${subject} that ${reason} were not changed: ${names.join(', ')}${overflow}.`]
}
