// Dates and times in the time zone of an ad account.

/**
 * By time zone, of which there are some hundreds: creating a format takes a hundred times as long as using
 * it.
 */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { ...parts, timeZone })
  formats.set(timeZone, format)
  return format
}

export function dayIn(timeZone: string, now: number): string {
  try {
    return formatIn(timeZone).format(now)
  } catch {
    // The machine does not know this time zone.
    return new Date(now).toISOString().slice(0, 10)
  }
}

/** A local time with its UTC offset, such as `2030-03-01T00:00:00+0100`. */
export function momentIn(timeZone: string, day: string, time: string): string {
  const minutes = offsetOf(timeZone, localMs(day, time))
  const sign = minutes < 0 ? '-' : '+'
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${day}T${time}${sign}${two(Math.floor(size / 60))}${two(size % 60)}`
}

/** The same local time in milliseconds since 1970. Returns `NaN` for a date or time that does not exist. */
export function instantIn(timeZone: string, day: string, time: string): number {
  const local = localMs(day, time)
  return Number.isNaN(local) ? local : local - offsetOf(timeZone, local) * 60_000
}

const localMs = (day: string, time: string) => Date.parse(`${day}T${time}Z`)

function offsetOf(timeZone: string, local: number): number {
  // The offset may change between the first guess and the actual time.
  const guess = offsetMinutes(timeZone, local)
  return offsetMinutes(timeZone, local - guess * 60_000)
}

const offsetFormats = new Map<string, Intl.DateTimeFormat>()

function offsetFormatIn(timeZone: string): Intl.DateTimeFormat {
  const format =
    offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  offsetFormats.set(timeZone, format)
  return format
}

function offsetMinutes(timeZone: string, instant: number): number {
  try {
    const written = offsetFormatIn(timeZone).format(instant)
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(written) ?? []
    const size = Number(hours) * 60 + Number(minutes)
    return sign === '-' ? -size : size
  } catch {
    return 0
  }
}
