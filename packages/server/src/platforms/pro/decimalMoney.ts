// Parses money in LinkedIn's format: decimal text with a currency code.

import { type Decimal, inUnits, parseDecimal, zero } from '../../base/money.ts'
import type { Budget } from '../kit/budgets.ts'

/** Currencies without decimals by ISO 4217, and HUF, for which LinkedIn accepts only whole units. */
const withoutDecimals = new Set('CLP HUF ISK JPY KRW PYG UGX VND XAF XOF'.split(' '))

export const decimalsOf = (currencyCode: string) => (withoutDecimals.has(currencyCode) ? 0 : 2)

export interface Money {
  readonly amount: string
}

/** The amount can have any number of decimals. */
export const decimalIn = (money: Money | undefined): Decimal => parseDecimal(money?.amount ?? '') ?? zero

/** Digits beyond micros are truncated. */
export function microsIn(money: Money | undefined): bigint {
  const { units, scale } = decimalIn(money)
  return scale <= 6 ? (inUnits({ units, scale }, 6) ?? 0n) : units / 10n ** BigInt(scale - 6)
}

interface Budgets {
  readonly dailyBudget?: Money | undefined
  readonly totalBudget?: Money | undefined
}

/** If both budgets are set, only the daily budget counts because it is the tighter limit. */
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
