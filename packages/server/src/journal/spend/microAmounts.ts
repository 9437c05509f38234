// Amounts of settings and plans, in millionths of a currency, as they are written and told.

import { currencyDecimals, decimalText, inUnits, parseDecimal, zero } from '../../base/money.ts'

/** Of a text that the contract has checked: it has at most six decimals. */
export function microsIn(text: string): bigint {
  return inUnits(parseDecimal(text) ?? zero, 6) ?? 0n
}

/**
 * `35.00 EUR`, with the decimals that the currency has. An amount that has more is rounded so that the sentence stays true: what
 * may be spent up, a limit and what is left of it down.
 */
export function amountText(micros: bigint, currencyCode: string, rounding: 'up' | 'down' = 'up'): string {
  const scale = currencyDecimals(currencyCode)
  const unit = 10n ** BigInt(6 - scale)
  const units = (rounding === 'up' ? micros + unit - 1n : micros) / unit
  return `${decimalText({ units, scale })} ${currencyCode}`
}
