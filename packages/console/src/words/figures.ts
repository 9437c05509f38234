// Formats numbers, amounts and dates in the reader's locale. Amounts stay text, because text is exact.

const plain = new Intl.NumberFormat()

export function count(value: number | string): string {
  return isFigure(value) ? plain.format(value as Intl.StringNumericLiteral) : String(value)
}

/**
 * Formats an amount with the currency after it, as in the messages of the service. Empty without an amount.
 */
export function money(amount: string, currencyCode: string): string {
  if (!isFigure(amount) || !/^[A-Z]{3}$/.test(currencyCode))
    return amount === '' ? '' : `${amount} ${currencyCode}`
  const options = { style: 'currency', currency: currencyCode, currencyDisplay: 'code' } as const
  const written = new Intl.NumberFormat(undefined, options).format(amount as Intl.StringNumericLiteral)
  return `${written.replace(/\s?[A-Z]{3}\s?/, '')}\u00a0${currencyCode}`
}

function isFigure(value: number | string): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : /^-?\d+(\.\d+)?$/.test(value)
}

const moments = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
})
const zone =
  new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const shortDays = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Formats a day for narrow places, such as an axis. */
export function shortDay(at: Date): string {
  return shortDays.format(at)
}

/** Formats a timestamp in the reader's time zone, with the name of the zone. */
export function moment(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : `${moments.format(at)} ${zone}`
}

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats a day of the ad account's calendar, which has no time of day. */
export function day(text: string): string {
  const at = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return text === '' || Number.isNaN(at.getTime()) ? text : days.format(at)
}

/** Multiplies an amount by 30 in units of its last decimal, so nothing is rounded. */
export function times30(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.')
  const total = String(BigInt(`${whole}${decimals}`) * 30n).padStart(decimals.length + 1, '0')
  return decimals === '' ? total : `${total.slice(0, -decimals.length)}.${total.slice(-decimals.length)}`
}

const percents = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** Formats the relative change of a value with its sign. Empty where it is undefined. */
export function change(now: string, before: string): string {
  if (!isFigure(now) || !isFigure(before) || Number(before) === 0) return ''
  return percents.format(Number(now) / Number(before) - 1)
}
