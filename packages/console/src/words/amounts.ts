// Sums and quotients of amounts that are text. Everything is counted in millionths, in whole numbers: nothing is rounded
// before it is shown.

const places = 6
const one = 10n ** BigInt(places)

/** Millionths; anything that is no amount counts as none. */
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

/** An amount for each of so many; empty where there are none. */
export function per(amount: string, many: string): string {
  const divisor = millionths(many)
  return divisor === 0n ? '' : written((millionths(amount) * one) / divisor)
}
