// Money without floats: decimal text in, integers inside, decimal text out.

/** An exact decimal number: `units / 10 ** scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

export const zero: Decimal = { units: 0n, scale: 0 }

/** Parses decimal text such as `-19.99`. Returns undefined for any other text. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

/** Converts a number from JSON by its shortest decimal text, not by its binary neighbor. */
export function decimalFromNumber(value: number): Decimal {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  const scale = fraction.length - Number(exponent)
  const units = BigInt(`${sign}${whole}${fraction}`)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

/**
 * Converts an amount to smallest units of the given number of decimals. Returns undefined if the result is
 * not a whole number.
 */
export function toSmallestUnits({ units, scale }: Decimal, decimals: number): bigint | undefined {
  if (scale <= decimals) return units * 10n ** BigInt(decimals - scale)
  const divisor = 10n ** BigInt(scale - decimals)
  return units % divisor === 0n ? units / divisor : undefined
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAtScale(a, scale) + unitsAtScale(b, scale), scale }
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAtScale(a, scale) - unitsAtScale(b, scale), scale }
}

/** The quotient with this many decimals, rounded half away from zero. Returns zero if the divisor is zero. */
export function divide(a: Decimal, b: Decimal, decimals: number): Decimal {
  if (b.units === 0n) return { units: 0n, scale: decimals }
  const shift = decimals + b.scale - a.scale
  const dividend = shift >= 0 ? a.units * 10n ** BigInt(shift) : a.units
  const divisor = shift >= 0 ? b.units : b.units * 10n ** BigInt(-shift)
  return { units: roundedQuotient(dividend, divisor), scale: decimals }
}

/** The same number with this many decimals, rounded half away from zero. */
export function round(value: Decimal, decimals: number): Decimal {
  if (value.scale <= decimals) return { units: unitsAtScale(value, decimals), scale: decimals }
  return { units: roundedQuotient(value.units, 10n ** BigInt(value.scale - decimals)), scale: decimals }
}

/** Formats all decimals, with a point only if the number has any: `15.00`, `1500`, `-0.05`. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/**
 * Formats an amount for responses, with the decimals of its currency. An amount with a finer scale keeps its
 * further decimals, without trailing zeros.
 */
export function formatMoney(amount: Decimal, currencyCode: string): string {
  const minDecimals = currencyDecimals(currencyCode)
  let { units, scale } = amount
  while (scale > minDecimals && units % 10n === 0n) {
    units /= 10n
    scale--
  }
  return formatDecimal(scale < minDecimals ? round({ units, scale }, minDecimals) : { units, scale })
}

const decimalsByCurrency = new Map<string, number>()

/** The decimals of a currency by ISO 4217, from the ICU data of Node. Returns 2 for an unknown currency. */
export function currencyDecimals(currencyCode: string): number {
  const cached = decimalsByCurrency.get(currencyCode)
  if (cached !== undefined) return cached
  // Any other text is not a currency code, and the formatter throws on it.
  if (!/^[A-Z]{3}$/.test(currencyCode)) return 2
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  decimalsByCurrency.set(currencyCode, decimals)
  return decimals
}

/**
 * Formats a number text times a factor, rounded to this many decimals. Text that is not a number counts as
 * zero. Large reports have tens of thousands of these values, so plain numbers are used wherever they are
 * exact.
 */
export function formatProduct(text: string, factor: Decimal, decimals: number): string {
  const shift = countDecimals(text) + factor.scale - decimals
  const product = shift >= 0 && shift <= 15 ? parseDigits(text) * Number(factor.units) : Number.NaN
  // Below this bound every step is exact in integers.
  if (!(product >= 0 && product < 2 ** 52))
    return formatDecimal(round(multiply(parseDecimal(text) ?? zero, factor), decimals))
  const divisor = 10 ** shift
  let quotient = Math.floor(product / divisor)
  let remainder = product - quotient * divisor
  if (remainder < 0) {
    quotient -= 1
    remainder += divisor
  }
  const digits = String(remainder * 2 >= divisor ? quotient + 1 : quotient).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function countDecimals(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** The digits of a decimal number as an integer. Returns NaN for any other text. */
function parseDigits(text: string): number {
  let units = 0
  let points = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 46 && index > 0 && index < text.length - 1 && points++ === 0) continue
    if (code < 48 || code > 57) return Number.NaN
    units = units * 10 + code - 48
  }
  return text === '' || units >= 2 ** 52 ? Number.NaN : units
}

/**
 * Divides a total in proportion to the weights, without losing or inventing a unit. The units that rounding
 * down leaves over go to the largest remainders, the first of equals first.
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum <= 0n) return weights.map(() => 0n)
  const parts = weights.map((weight) => (total * weight) / sum)
  let unallocated = total - parts.reduce((all, part) => all + part, 0n)
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder) {
    if (unallocated === 0n) break
    parts[index] = (parts[index] ?? 0n) + 1n
    unallocated -= 1n
  }
  return parts
}

function unitsAtScale({ units, scale }: Decimal, targetScale: number): bigint {
  return scale === targetScale ? units : units * 10n ** BigInt(targetScale - scale)
}

function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const numerator = dividend < 0n ? -dividend : dividend
  const denominator = divisor < 0n ? -divisor : divisor
  const quotient = (numerator * 2n + denominator) / (denominator * 2n)
  return isNegative ? -quotient : quotient
}
