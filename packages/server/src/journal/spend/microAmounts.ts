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

/** `35.50 EUR` */
export function amountText(micros: bigint, currencyCode: string): string {
  return `${decimalOf(micros)} ${currencyCode}`
}
