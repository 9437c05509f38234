// What the delivery model has to know about currencies.

const unitsByCurrency: Readonly<Record<string, number>> = {
  AUD: 1.65,
  BRL: 6.2,
  CAD: 1.5,
  GBP: 0.86,
  JPY: 163,
  USD: 1.08,
}

export function currencyDecimals(currency: string): number {
  return currency === 'JPY' ? 0 : 2
}

/** How many of the currency's smallest amounts make about a euro. */
export function minorUnitsPerEuro(currency: string): number {
  return (unitsByCurrency[currency] ?? 1) * 10 ** currencyDecimals(currency)
}

/** The same amount in US cents. */
export function toUsCents(units: number, currency: string): number {
  return currency === 'USD'
    ? units
    : Math.round((units / minorUnitsPerEuro(currency)) * minorUnitsPerEuro('USD'))
}
