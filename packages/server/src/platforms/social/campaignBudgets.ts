// What campaigns may spend here: the budget is the campaign's own, or sits on its ad sets.

import type { Budget } from '../kit/budgets.ts'
import { decimalsOf } from './currency.ts'
import type { AdSetBudgetRow } from './rows.ts'

/** Absent, or 0, when the budget is of another kind. */
interface Amounts {
  readonly daily_budget?: bigint | undefined
  readonly lifetime_budget?: bigint | undefined
}

/** In millionths of the currency. */
export function budgetOf(campaign: Amounts, adSets: readonly AdSetBudgetRow[], currencyCode: string): Budget {
  const own = amountsOf(campaign, currencyCode)
  if (own.daily > 0n || own.lifetime > 0n) return own
  return adSets
    .filter(({ status }) => status === 'ACTIVE')
    .map((adSet) => amountsOf(adSet, currencyCode))
    .reduce(
      (sum, { daily, lifetime }) => ({ daily: sum.daily + daily, lifetime: sum.lifetime + lifetime }),
      own,
    )
}

function amountsOf({ daily_budget = 0n, lifetime_budget = 0n }: Amounts, currencyCode: string): Budget {
  // Of a currency that the platform's table does not have, rather too much is counted than too little.
  const unit = 10n ** BigInt(6 - (decimalsOf(currencyCode) ?? 0))
  return { daily: daily_budget * unit, lifetime: lifetime_budget * unit }
}
