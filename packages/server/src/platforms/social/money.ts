// Decimals of the platform's currencies, and budgets of campaigns.
// https://developers.facebook.com/docs/marketing-api/currencies

import type { Budget } from '../connector-kit/budgets.ts'
import type { AdSetBudgetRow } from './rows.ts'

/**
 * Budgets in these currencies are whole units. The list differs from ISO 4217: forint, rupiah and others have
 * no decimals here.
 */
const zeroDecimalCurrencies = new Set('CLP COP CRC HUF IDR ISK JPY KRW PYG TWD VND'.split(' '))

/** Budgets in these currencies are hundredths, including the dinars that have three decimals in ISO 4217. */
const twoDecimalCurrencies = new Set(
  `AED ARS AUD BDT BGN BHD BOB BRL CAD CHF CNY CZK DKK DZD EGP EUR GBP GTQ HKD HNL HRK ILS INR JOD KES LTL LVL MOP MXN
   MYR NGN NIO NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD SKK THB TRY UAH USD UYU VEF ZAR`.split(
    /\s+/,
  ),
)

/**
 * Number of decimals of an amount in the currency. `undefined` for a currency that is missing in the table.
 */
export function socialCurrencyDecimals(currencyCode: string): number | undefined {
  if (zeroDecimalCurrencies.has(currencyCode)) return 0
  return twoDecimalCurrencies.has(currencyCode) ? 2 : undefined
}

export const supportedCurrencies: readonly string[] = [...zeroDecimalCurrencies, ...twoDecimalCurrencies]

/** A field is absent or 0 when the budget is of another kind. */
interface BudgetFields {
  readonly daily_budget?: bigint | undefined
  readonly lifetime_budget?: bigint | undefined
}

/**
 * Returns the budget in millionths of the currency unit. The budget belongs to the campaign or to its ad sets.
 */
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
