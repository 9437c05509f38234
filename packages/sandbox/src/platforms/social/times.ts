// Formatting and parsing of instants in the platform's two formats.

import { getZone } from '../../delivery/zone.ts'
import { invalidParameter } from './errors.ts'
import type { AdAccount } from './state.ts'

/** Formats an instant as `2026-11-01T10:00:00+0000`. */
export function formatUtcTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}+0000`
}

/** Formats an instant in the ad account's own time zone, as campaigns, ad sets, ads and images have it. */
export function formatAccountTime(account: AdAccount, instant: number): string {
  return getZone(account.timeZone).format(instant)
}

/** Parses an instant as callers write it: seconds since 1970, or ISO 8601. */
export function parseTime(name: string, text: string, account: AdAccount): number {
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1000
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?)?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(text)
  if (match !== null) {
    const [, date = '', time = '00:00', seconds = ':00', zone] = match
    const local = Date.parse(`${date}T${time}${seconds}Z`)
    if (!Number.isNaN(local)) {
      if (zone === undefined) return local - getZone(account.timeZone).offsetMinutes(local) * 60_000
      if (zone === 'Z') return local
      const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? []
      const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
      return sign === '-' ? local + offset : local - offset
    }
  }
  throw invalidParameter(`Param ${name} must be a valid datetime`, { blame: [name] })
}
