// Days as an ad account counts them, in its own time zone. A day is the number of local days since
// 1970-01-01.

import { dayMs } from '../core/durations.ts'

/** UTC offsets change at quarters of an hour. */
const millisecondsPerQuarter = 900_000
const maxCacheEntries = 5_000

export interface Zone {
  readonly name: string
  /** Returns the minutes to add to UTC at that instant. */
  offsetMinutes(instant: number): number
  dayAt(instant: number): number
  /** Returns the instant at which the day begins. */
  startOfDay(day: number): number
  /** Formats an instant as `2026-11-02T09:11:12+0100`. */
  format(instant: number): string
}

// Building a formatter costs far more than using it. The cached values depend on the name alone.
const zoneCache = new Map<string, Zone>()

export function getZone(name: string): Zone {
  const cached = zoneCache.get(name)
  if (cached !== undefined) return cached
  const zone = buildZone(name)
  zoneCache.set(name, zone)
  return zone
}

function buildZone(name: string): Zone {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  const startCache = new Map<number, number>()
  const offsetCache = new Map<number, number>()

  const offsetMinutes = (instant: number): number => {
    const quarter = Math.floor(instant / millisecondsPerQuarter)
    const cached = offsetCache.get(quarter)
    if (cached !== undefined) return cached
    const minutes = computeOffset(instant)
    if (offsetCache.size > maxCacheEntries) offsetCache.clear()
    offsetCache.set(quarter, minutes)
    return minutes
  }

  const computeOffset = (instant: number): number => {
    const part = formatter.formatToParts(instant).find((candidate) => candidate.type === 'timeZoneName')
    const match = /GMT([+-])(\d\d):(\d\d)/.exec(part?.value ?? '')
    if (match === null) return 0
    const minutes = Number(match[2]) * 60 + Number(match[3])
    return match[1] === '-' ? -minutes : minutes
  }

  const startOfDay = (day: number): number => {
    const cached = startCache.get(day)
    if (cached !== undefined) return cached
    const midnight = day * dayMs
    // Computed twice, because the offset at the first guess may belong to the other side of a clock change.
    const guess = midnight - offsetMinutes(midnight) * 60_000
    const start = midnight - offsetMinutes(guess) * 60_000
    if (startCache.size > maxCacheEntries) startCache.clear()
    startCache.set(day, start)
    return start
  }

  return {
    name,
    offsetMinutes,
    dayAt: (instant) => Math.floor((instant + offsetMinutes(instant) * 60_000) / dayMs),
    startOfDay,
    format: (instant) => {
      const minutes = offsetMinutes(instant)
      const local = new Date(instant + minutes * 60_000).toISOString().slice(0, 19)
      const absoluteMinutes = Math.abs(minutes)
      const hours = String(Math.floor(absoluteMinutes / 60)).padStart(2, '0')
      return `${local}${minutes < 0 ? '-' : '+'}${hours}${String(absoluteMinutes % 60).padStart(2, '0')}`
    },
  }
}

/** Formats a day as `2026-11-02`. */
export function formatIsoDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** Parses a date such as `2026-11-02` into a day. Returns `undefined` if there is no such date. */
export function parseIsoDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const instant = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(instant)) return undefined
  const day = Math.round(instant / dayMs)
  return formatIsoDay(day) === text ? day : undefined
}
