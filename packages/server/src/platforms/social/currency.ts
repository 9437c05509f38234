// Money as the platform counts it. https://developers.facebook.com/docs/marketing-api/currencies

/** Budgets in these are whole units. Not the ISO list: forint, rupiah and others count whole units here. */
const zeroDecimalCurrencies = new Set('CLP COP CRC HUF IDR ISK JPY KRW PYG TWD VND'.split(' '))

/** Budgets in these are hundredths, the dinars with three decimals elsewhere included. */
const twoDecimalCurrencies = new Set(
  `AED ARS AUD BDT BGN BHD BOB BRL CAD CHF CNY CZK DKK DZD EGP EUR GBP GTQ HKD HNL HRK ILS INR JOD KES LTL LVL MOP MXN
   MYR NGN NIO NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD SKK THB TRY UAH USD UYU VEF ZAR`.split(
    /\s+/,
  ),
)

/** How many decimals an amount of the currency can have here; nothing for a currency the table does not have. */
export function socialCurrencyDecimals(currencyCode: string): number | undefined {
  if (zeroDecimalCurrencies.has(currencyCode)) return 0
  return twoDecimalCurrencies.has(currencyCode) ? 2 : undefined
}

export const supportedCurrencies: readonly string[] = [...zeroDecimalCurrencies, ...twoDecimalCurrencies]
