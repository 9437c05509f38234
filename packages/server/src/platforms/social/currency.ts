// Currency decimals of the platform. https://developers.facebook.com/docs/marketing-api/currencies

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
