// Amounts of settings and plans, in millionths of a currency, as they are written and told.

import { decimalText, inUnits, parseDecimal, round, zero } from '../../base/money.ts'

/** Of a text that the contract has checked: it has at most six decimals. */
export function microsIn(text: string): bigint {
  return inUnits(parseDecimal(text) ?? zero, 6) ?? 0n
}

/** Whole amounts as they are, others with two decimals, or with as many as it takes. */
export function decimalOf(micros: bigint): string {
  const exact = { units: micros, scale: 6 }
  const decimals = [0, 2].find((count) => inUnits(exact, count) !== undefined)
  return decimalText(decimals === undefined ? exact : round(exact, decimals))
}

/**
 * `35.00 EUR`, with the decimals that the currency has. An amount that has more is rounded so that the sentence stays true: what
 * may be spent up, a limit and what is left of it down.
 */
export function amountText(micros: bigint, currencyCode: string, rounding: 'up' | 'down' = 'up'): string {
  const scale = decimalsOf(currencyCode)
  const unit = 10n ** BigInt(6 - scale)
  const units = (rounding === 'up' ? micros + unit - 1n : micros) / unit
  return `${decimalText({ units, scale })} ${currencyCode}`
}

/** As ISO 4217 has them, from the tables that Node brings; two for what is no currency. */
function decimalsOf(currencyCode: string): number {
  if (!/^[A-Z]{3}$/.test(currencyCode)) return 2
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currencyCode,
  }).resolvedOptions()
  return maximumFractionDigits
}
