// The currency data that the delivery model needs.

import { currencyDecimals } from '../money.ts'

const unitsByCurrency: Readonly<Record<string, number>> = {
  AUD: 1.65,
  BRL: 6.2,
  CAD: 1.5,
  GBP: 0.86,
  JPY: 163,
  USD: 1.08,
}

/** The number of the currency's minor units that equal about one euro. */
export function minorUnitsPerEuro(currency: string): number {
  return (unitsByCurrency[currency] ?? 1) * 10 ** currencyDecimals(currency)
}

/** Converts an amount of minor units into US cents. */
export function toUsCents(units: number, currency: string): number {
  return currency === 'USD'
    ? units
    : Math.round((units / minorUnitsPerEuro(currency)) * minorUnitsPerEuro('USD'))
}
