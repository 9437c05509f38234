// Amounts of money as the platform counts them. Budgets are in the currency's smallest units, and all other
// amounts are decimal text.
// https://developers.facebook.com/docs/marketing-api/currencies

/**
 * Currencies that Meta counts in whole units. The list differs from ISO 4217: forint, rupiah and others count
 * whole units.
 */
const wholeUnitCurrencies = new Set([
  'CLP',
  'COP',
  'CRC',
  'HUF',
  'IDR',
  'ISK',
  'JPY',
  'KRW',
  'PYG',
  'TWD',
  'VND',
])

/** Approximate units of a currency per euro, for plausible prices and minimums. */
const eurRates: Readonly<Record<string, number>> = {
  AUD: 1.65,
  BRL: 6.1,
  CAD: 1.48,
  CHF: 0.95,
  CLP: 1_010,
  COP: 4_500,
  CZK: 25,
  DKK: 7.46,
  EUR: 1,
  GBP: 0.86,
  HKD: 8.4,
  HUF: 395,
  IDR: 17_200,
  INR: 91,
  JPY: 162,
  KRW: 1_480,
  MXN: 20,
  MYR: 5,
  NOK: 11.6,
  NZD: 1.8,
  PLN: 4.3,
  SEK: 11.3,
  SGD: 1.45,
  THB: 39,
  TRY: 37,
  TWD: 35,
  USD: 1.08,
  VND: 27_000,
  ZAR: 20,
}

const symbols: Readonly<Record<string, string>> = {
  EUR: '€',
  USD: '$',
  GBP: '£',
  JPY: '¥',
  TWD: 'NT$',
  INR: '₹',
  KRW: '₩',
}

export const supportedCurrencies = Object.keys(eurRates)

export function currencyOffset(currency: string): number {
  return wholeUnitCurrencies.has(currency) ? 1 : 100
}

/** Returns the number of smallest units per euro. */
export function unitsPerEuro(currency: string): number {
  return (eurRates[currency] ?? 1) * currencyOffset(currency)
}

/** Returns the minimum daily budget in smallest units: 0.93 euros, converted to the currency. */
export function minDailyBudgetUnits(currency: string): number {
  return Math.ceil(0.93 * unitsPerEuro(currency) - 1e-9)
}

/** Formats an amount as `€0.93` or `¥151`. */
export function formatMoney(units: number, currency: string): string {
  const offset = currencyOffset(currency)
  return `${symbols[currency] ?? currency}${(units / offset).toFixed(offset === 1 ? 0 : 2)}`
}

/** Formats a number with at most six decimals and without trailing zeros. */
export function toDecimalText(value: number): string {
  return String(Number(value.toFixed(6)))
}

/** Formats smallest units as decimal text in whole units of the currency. */
export function toMoneyText(units: number, currency: string): string {
  return toDecimalText(units / currencyOffset(currency))
}
