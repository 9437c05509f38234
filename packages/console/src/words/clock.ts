// Dates and periods. No other module of the console reads the clock.

/** Returns a day before today in the reader's calendar, such as `2026-01-31`. */
export function daysAgo(days: number): string {
  const at = new Date()
  at.setDate(at.getDate() - days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/**
 * Returns the period of the same length directly before another one. Both are given by their first and last
 * day.
 */
export function periodBefore(from: string, until: string): { from: string; until: string } {
  const [first, last] = [Date.parse(from), Date.parse(until)]
  const dayMs = 86_400_000
  const written = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: written(first - (last - first) - dayMs), until: written(first - dayMs) }
}

/**
 * Returns the start of a day in the reader's time zone as a timestamp, optionally shifted by days. Empty
 * input stays empty.
 */
export function beginOf(day: string, later = 0): string {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + later)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

/** Lists the days of a period, at most a year. */
export function daysIn(from: string, until: string): string[] {
  const days: string[] = []
  const at = new Date(`${from}T00:00:00Z`)
  for (let day = from; day <= until && days.length < 366; day = at.toISOString().slice(0, 10)) {
    days.push(day)
    at.setUTCDate(at.getUTCDate() + 1)
  }
  return days
}
