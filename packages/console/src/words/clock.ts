// The only place of the console that asks for the time.

/** A day before today in the reader's calendar, such as `2026-01-31`. */
export function daysAgo(days: number): string {
  const at = new Date()
  at.setDate(at.getDate() - days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
