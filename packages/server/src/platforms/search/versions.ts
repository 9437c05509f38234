import type { PlatformVersions } from '../connector-kit/versions.ts'

/**
 * Google announces months, so the first of the month is the safe choice.
 * https://developers.google.com/google-ads/api/docs/sunset-dates
 * v26 is available since 2026-10-14. docs/decisions/0046-google-ads-v25.md explains why adrail does not use it
 * yet.
 */
export const searchVersions: PlatformVersions = {
  pinned: 'v25',
  lastDays: { v24: '2027-05-01', v25: '2027-08-01' },
  pattern: /^v\d+$/,
}
