// Parses and formats amounts of settings and plans, in micros of a currency.

import { currencyDecimals, formatDecimal, parseDecimal, toSmallestUnits, zero } from '../../money/money.ts'

/** The contract has validated the text: it has at most six decimals. */
export function parseMicros(text: string): bigint {
  return toSmallestUnits(parseDecimal(text) ?? zero, 6) ?? 0n
}

/**
 * Formats an amount as `35.00 EUR`, with the decimals of the currency. Amounts with more decimals are rounded
 * so that the sentence stays true. Possible spend is rounded up, limits and remaining amounts down.
 */
export function formatCurrencyMicros(
  micros: bigint,
  currencyCode: string,
  rounding: 'up' | 'down' = 'up',
): string {
  const scale = currencyDecimals(currencyCode)
  const unit = 10n ** BigInt(6 - scale)
  const units = (rounding === 'up' ? micros + unit - 1n : micros) / unit
  return `${formatDecimal({ units, scale })} ${currencyCode}`
}
