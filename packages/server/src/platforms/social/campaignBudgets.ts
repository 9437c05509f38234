// Budget of a campaign. The budget belongs to the campaign or to its ad sets.

import type { Budget } from '../connector-kit/budgets.ts'
import { socialCurrencyDecimals } from './currency.ts'
import type { AdSetBudgetRow } from './rows.ts'

/** A field is absent or 0 when the budget is of another kind. */
interface BudgetFields {
  readonly daily_budget?: bigint | undefined
  readonly lifetime_budget?: bigint | undefined
}

/** Returns the budget in millionths of the currency unit. */
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
  // For a currency that is missing in the platform's table, overestimating the budget is safer than
  // underestimating it.
  const microsPerUnit = 10n ** BigInt(6 - (socialCurrencyDecimals(currencyCode) ?? 0))
  return { daily: daily_budget * microsPerUnit, lifetime: lifetime_budget * microsPerUnit }
}
