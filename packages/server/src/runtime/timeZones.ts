// Dates and times in the time zone of an ad account.

/**
 * By time zone, of which there are some hundreds: creating a format takes a hundred times as long as using
 * it.
 */
const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormatFor(timeZone: string): Intl.DateTimeFormat {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = dateFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { ...options, timeZone })
  dateFormats.set(timeZone, format)
  return format
}

export function dateInZone(timeZone: string, now: number): string {
  try {
    return dateFormatFor(timeZone).format(now)
  } catch {
    // The machine does not know this time zone.
    return new Date(now).toISOString().slice(0, 10)
  }
}

/** A local time with its UTC offset, such as `2030-03-01T00:00:00+0100`. */
export function formatZonedTime(timeZone: string, day: string, time: string): string {
  const minutes = offsetMinutesAtLocal(timeZone, parseLocalMs(day, time))
  const sign = minutes < 0 ? '-' : '+'
  const pad = (value: number) => String(value).padStart(2, '0')
  const absMinutes = Math.abs(minutes)
  return `${day}T${time}${sign}${pad(Math.floor(absMinutes / 60))}${pad(absMinutes % 60)}`
}

/** The same local time in milliseconds since 1970. Returns `NaN` for a date or time that does not exist. */
export function zonedTimeToMs(timeZone: string, day: string, time: string): number {
  const localTimeMs = parseLocalMs(day, time)
  return Number.isNaN(localTimeMs)
    ? localTimeMs
    : localTimeMs - offsetMinutesAtLocal(timeZone, localTimeMs) * 60_000
}

const parseLocalMs = (day: string, time: string) => Date.parse(`${day}T${time}Z`)

function offsetMinutesAtLocal(timeZone: string, localTimeMs: number): number {
  // The offset may change between the first guess and the actual time.
  const guess = offsetMinutes(timeZone, localTimeMs)
  return offsetMinutes(timeZone, localTimeMs - guess * 60_000)
}

const offsetFormats = new Map<string, Intl.DateTimeFormat>()

function offsetFormatFor(timeZone: string): Intl.DateTimeFormat {
  const format =
    offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  offsetFormats.set(timeZone, format)
  return format
}

function offsetMinutes(timeZone: string, instant: number): number {
  try {
    const formatted = offsetFormatFor(timeZone).format(instant)
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(formatted) ?? []
    const absMinutes = Number(hours) * 60 + Number(minutes)
    return sign === '-' ? -absMinutes : absMinutes
  } catch {
    return 0
  }
}
