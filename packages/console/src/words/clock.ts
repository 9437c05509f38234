// Dates and periods. No other module of the console reads the clock.

/** Returns a day before today in the reader's calendar, such as `2026-01-31`. */
export function daysAgo(days: number): string {
  const date = new Date()
  date.setDate(date.getDate() - days)
  const padTwo = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`
}

/**
 * Returns the period of the same length directly before another one. Both are given by their first and last
 * day.
 */
export function getPreviousPeriod(from: string, until: string): { from: string; until: string } {
  const [first, last] = [Date.parse(from), Date.parse(until)]
  const dayMs = 86_400_000
  const toDay = (timestamp: number) => new Date(timestamp).toISOString().slice(0, 10)
  return { from: toDay(first - (last - first) - dayMs), until: toDay(first - dayMs) }
}

/**
 * Returns the start of a day in the reader's time zone as a timestamp, optionally shifted by days. Empty
 * input stays empty.
 */
export function toDayStart(day: string, offsetDays = 0): string {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + offsetDays)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** Lists the days of a period, at most a year. */
export function listDays(from: string, until: string): string[] {
  const days: string[] = []
  const date = new Date(`${from}T00:00:00Z`)
  for (let day = from; day <= until && days.length < 366; day = date.toISOString().slice(0, 10)) {
    days.push(day)
    date.setUTCDate(date.getUTCDate() + 1)
  }
  return days
}
