// Sums and quotients of decimal amounts. The code computes in integer millionths, so it rounds nothing before
// display.

const decimalPlaces = 6
const scaleFactor = 10n ** BigInt(decimalPlaces)

/** Converts an amount to millionths. Other text counts as zero. */
function toMillionths(amount: string): bigint {
  const [, sign = '', integerPart = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const magnitude =
    BigInt(integerPart) * scaleFactor + BigInt(decimals.slice(0, decimalPlaces).padEnd(decimalPlaces, '0'))
  return sign === '' ? magnitude : -magnitude
}

function formatMillionths(value: bigint): string {
  const magnitude = value < 0n ? -value : value
  const decimals = String(magnitude % scaleFactor)
    .padStart(decimalPlaces, '0')
    .replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${magnitude / scaleFactor}${decimals === '' ? '' : `.${decimals}`}`
}

export function sumAmounts(amounts: readonly string[]): string {
  return formatMillionths(amounts.reduce((total, amount) => total + toMillionths(amount), 0n))
}

/** Divides an amount by a number. Empty when the number is zero. */
export function divideAmount(amount: string, divisorAmount: string): string {
  const divisor = toMillionths(divisorAmount)
  return divisor === 0n ? '' : formatMillionths((toMillionths(amount) * scaleFactor) / divisor)
}
