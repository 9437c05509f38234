// Money as the platform writes it: decimal text beside a currency code.

import { type Decimal, inUnits, parseDecimal, zero } from '../../base/money.ts'
import type { Budget } from '../kit/budgets.ts'

/** Amounts in these have no decimals; ISO 4217, and forint, for which the platform takes whole units. */
const withoutDecimals = new Set('CLP HUF ISK JPY KRW PYG UGX VND XAF XOF'.split(' '))

export const decimalsOf = (currencyCode: string) => (withoutDecimals.has(currencyCode) ? 0 : 2)

export interface Money {
  readonly amount: string
}

/** Whatever decimals it came with. */
export const decimalIn = (money: Money | undefined): Decimal => parseDecimal(money?.amount ?? '') ?? zero

/** In millionths; what is finer than that is left out. */
export function microsIn(money: Money | undefined): bigint {
  const { units, scale } = decimalIn(money)
  return scale <= 6 ? (inUnits({ units, scale }, 6) ?? 0n) : units / 10n ** BigInt(scale - 6)
}

interface Budgets {
  readonly dailyBudget?: Money | undefined
  readonly totalBudget?: Money | undefined
}

/** What may be spent of it: a daily budget is the tighter one where there are both. */
export function budgetOf({ dailyBudget, totalBudget }: Budgets): Budget {
  return dailyBudget === undefined
    ? { daily: 0n, lifetime: microsIn(totalBudget) }
    : { daily: microsIn(dailyBudget), lifetime: 0n }
}

export function sumOf(budgets: readonly Budget[]): Budget {
  return budgets.reduce(
    (sum, { daily, lifetime }) => ({ daily: sum.daily + daily, lifetime: sum.lifetime + lifetime }),
    { daily: 0n, lifetime: 0n },
  )
}
