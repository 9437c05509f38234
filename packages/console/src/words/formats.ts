// Formats numbers, amounts and dates in the reader's locale. Amounts stay text, because text is exact.

const numberFormat = new Intl.NumberFormat()

export function formatCount(value: number | string): string {
  return isNumeric(value) ? numberFormat.format(value as Intl.StringNumericLiteral) : String(value)
}

/**
 * Formats an amount with the currency after it, as in the messages of the service. Empty without an amount.
 */
export function formatMoney(amount: string, currencyCode: string): string {
  if (!isNumeric(amount) || !/^[A-Z]{3}$/.test(currencyCode))
    return amount === '' ? '' : `${amount} ${currencyCode}`
  const options = { style: 'currency', currency: currencyCode, currencyDisplay: 'code' } as const
  const formattedAmount = new Intl.NumberFormat(undefined, options).format(
    amount as Intl.StringNumericLiteral,
  )
  return `${formattedAmount.replace(/\s?[A-Z]{3}\s?/, '')}\u00a0${currencyCode}`
}

function isNumeric(value: number | string): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : /^-?\d+(\.\d+)?$/.test(value)
}

const timestampFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
})
const timeZoneName =
  new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const shortDayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Formats a day for narrow places, such as an axis. */
export function formatShortDay(date: Date): string {
  return shortDayFormat.format(date)
}

/** Formats a timestamp in the reader's time zone, with the name of the zone. */
export function formatTimestamp(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : `${timestampFormat.format(date)} ${timeZoneName}`
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats a day of the ad account's calendar, which has no time of day. */
export function formatDay(text: string): string {
  const date = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return text === '' || Number.isNaN(date.getTime()) ? text : dayFormat.format(date)
}

/** Multiplies an amount by 30 in units of its last decimal, so nothing is rounded. */
export function multiplyBy30(amount: string): string {
  const [integerPart = '', decimals = ''] = amount.split('.')
  const total = String(BigInt(`${integerPart}${decimals}`) * 30n).padStart(decimals.length + 1, '0')
  return decimals === '' ? total : `${total.slice(0, -decimals.length)}.${total.slice(-decimals.length)}`
}

const percentFormat = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** Formats the relative change of a value with its sign. Empty where it is undefined. */
export function formatChange(currentValue: string, previousValue: string): string {
  if (!isNumeric(currentValue) || !isNumeric(previousValue) || Number(previousValue) === 0) return ''
  return percentFormat.format(Number(currentValue) / Number(previousValue) - 1)
}
