// What campaigns may spend here: the budget is the campaign's own, or sits on its ad sets.

import type { Budget } from '../kit/budgets.ts'
import { socialCurrencyDecimals } from './currency.ts'
import type { AdSetBudgetRow } from './rows.ts'

/** Absent, or 0, when the budget is of another kind. */
interface BudgetFields {
  readonly daily_budget?: bigint | undefined
  readonly lifetime_budget?: bigint | undefined
}

/** In millionths of the currency. */
export function toCampaignBudget(
  campaign: BudgetFields,
  adSets: readonly AdSetBudgetRow[],
  currencyCode: string,
): Budget {
  const campaignBudget = toBudget(campaign, currencyCode)
  if (campaignBudget.daily > 0n || campaignBudget.lifetime > 0n) return campaignBudget
  return adSets
    .filter(({ status }) => status === 'ACTIVE')
    .map((adSet) => toBudget(adSet, currencyCode))
    .reduce(
      (sum, { daily, lifetime }) => ({ daily: sum.daily + daily, lifetime: sum.lifetime + lifetime }),
      campaignBudget,
    )
}

function toBudget({ daily_budget = 0n, lifetime_budget = 0n }: BudgetFields, currencyCode: string): Budget {
  // Of a currency that the platform's table does not have, rather too much is counted than too little.
  const microsPerUnit = 10n ** BigInt(6 - (socialCurrencyDecimals(currencyCode) ?? 0))
  return { daily: daily_budget * microsPerUnit, lifetime: lifetime_budget * microsPerUnit }
}
