// Parses money in LinkedIn's format: decimal text with a currency code.

import { type Decimal, parseDecimal, toSmallestUnits, zero } from '../../money/money.ts'
import type { Budget } from '../connector-kit/budgets.ts'

/** Currencies without decimals by ISO 4217, and HUF, for which LinkedIn accepts only whole units. */
const zeroDecimalCurrencies = new Set('CLP HUF ISK JPY KRW PYG UGX VND XAF XOF'.split(' '))

export const proCurrencyDecimals = (currencyCode: string) => (zeroDecimalCurrencies.has(currencyCode) ? 0 : 2)

export interface ProMoney {
  readonly amount: string
}

/** The amount can have any number of decimals. */
export const parseMoney = (money: ProMoney | undefined): Decimal => parseDecimal(money?.amount ?? '') ?? zero

/** Digits beyond micros are truncated. */
export function moneyToMicros(money: ProMoney | undefined): bigint {
  const { units, scale } = parseMoney(money)
  return scale <= 6 ? (toSmallestUnits({ units, scale }, 6) ?? 0n) : units / 10n ** BigInt(scale - 6)
}

interface EntityBudgets {
  readonly dailyBudget?: ProMoney | undefined
  readonly totalBudget?: ProMoney | undefined
}

/** If both budgets are set, only the daily budget counts because it is the tighter limit. */
export function toProBudget({ dailyBudget, totalBudget }: EntityBudgets): Budget {
  return dailyBudget === undefined
    ? { daily: 0n, lifetime: moneyToMicros(totalBudget) }
    : { daily: moneyToMicros(dailyBudget), lifetime: 0n }
}

export function sumBudgets(budgets: readonly Budget[]): Budget {
  return budgets.reduce(
    (sum, { daily, lifetime }) => ({ daily: sum.daily + daily, lifetime: sum.lifetime + lifetime }),
    { daily: 0n, lifetime: 0n },
  )
}
