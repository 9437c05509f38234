// Versions of the platform APIs, and the days on which they end if announced.

import type { Platform } from '@adrail/contract'
import { dayMs } from '../../runtime/durations.ts'

interface PlatformVersions {
  /** The version that the connector is written for. */
  readonly pinned: string
  /** Last day of each supported version. Empty until the platform announces the day. */
  readonly lastDays: Readonly<Record<string, string>>
  /** Syntax of a version. */
  readonly pattern: RegExp
}

export const versions: Readonly<Record<Platform, PlatformVersions>> = {
  // The Marketing API ends sooner than the Graph API around it.
  // https://developers.facebook.com/docs/graph-api/changelog
  social: {
    pinned: 'v26.0',
    lastDays: { 'v25.0': '', 'v26.0': '' },
    pattern: /^v\d+\.0$/,
  },
  // Google announces months, so the first of the month is the safe choice.
  // https://developers.google.com/google-ads/api/docs/sunset-dates
  // v26 is available since 2026-10-14. docs/decisions/0046-google-ads-v25.md explains why adrail does not use
  // it yet.
  search: {
    pinned: 'v25',
    lastDays: { v24: '2027-05-01', v25: '2027-08-01' },
    pattern: /^v\d+$/,
  },
  // https://learn.microsoft.com/en-us/linkedin/marketing/integrations/migrations. 202609 is the newest
  // version that two sources name: LinkedIn's pages (view li-lms-2026-09), and n8n's client (n8n-io/n8n,
  // nodes/LinkedIn/GenericFunctions.ts).
  pro: {
    pinned: '202609',
    lastDays: { '202606': '2027-06-15', '202607': '2027-07-15', '202609': '2027-09-15' },
    pattern: /^20\d\d(0[1-9]|1[0-2])$/,
  },
}

/** Number of days until a version ends, including the last day. `undefined` when no end is announced. */
export function countDaysLeft(platform: Platform, version: string, now: number): number | undefined {
  const lastDay = versions[platform].lastDays[version]
  if (!lastDay) return undefined
  return Math.max(0, Math.ceil((Date.parse(lastDay) + dayMs - now) / dayMs))
}

/** Time that operators need to move to a release with another version. */
const warningDays = 90

/** Problem with the version in use, for the operator. `undefined` without a problem. */
export function findVersionProblem(platform: Platform, version: string, now: number): string | undefined {
  const { lastDays, pinned } = versions[platform]
  if (lastDays[version] === undefined) return `is not one that this release was written for (${pinned} is).`
  const days = countDaysLeft(platform, version, now)
  if (days === undefined || days > warningDays) return undefined
  return days === 0
    ? `ended on ${lastDays[version]}: calls fail. Move to a release of adrail with a newer one.`
    : `ends on ${lastDays[version]}, in ${days} days. Move to a release of adrail with a newer one before that.`
}
