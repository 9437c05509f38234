// Sums and quotients of decimal amounts. The code computes in integer millionths, so it rounds nothing before
// display.

const places = 6
const one = 10n ** BigInt(places)

/** Converts an amount to millionths. Other text counts as zero. */
function millionths(amount: string): bigint {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const size = BigInt(whole) * one + BigInt(decimals.slice(0, places).padEnd(places, '0'))
  return sign === '' ? size : -size
}

function written(value: bigint): string {
  const size = value < 0n ? -value : value
  const decimals = String(size % one)
    .padStart(places, '0')
    .replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${size / one}${decimals === '' ? '' : `.${decimals}`}`
}

export function sum(amounts: readonly string[]): string {
  return written(amounts.reduce((total, amount) => total + millionths(amount), 0n))
}

/** Divides an amount by a number. Empty when the number is zero. */
export function per(amount: string, many: string): string {
  const divisor = millionths(many)
  return divisor === 0n ? '' : written((millionths(amount) * one) / divisor)
}
