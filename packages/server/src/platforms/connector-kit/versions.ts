// Versions of the platform APIs, and the days on which they end if announced.

import { dayMs } from '../../runtime/durations.ts'

export interface PlatformVersions {
  /** The version that the connector is written for. */
  readonly pinned: string
  /** Last day of each supported version. Empty until the platform announces the day. */
  readonly lastDays: Readonly<Record<string, string>>
  /** Syntax of a version. */
  readonly pattern: RegExp
}

/** Number of days until a version ends, including the last day. `undefined` when no end is announced. */
export function countDaysLeft(
  { lastDays }: PlatformVersions,
  version: string,
  now: number,
): number | undefined {
  const lastDay = lastDays[version]
  if (!lastDay) return undefined
  return Math.max(0, Math.ceil((Date.parse(lastDay) + dayMs - now) / dayMs))
}

/** Time that operators need to move to a release with another version. */
const warningDays = 90

/** Problem with the version in use, for the operator. `undefined` without a problem. */
export function findVersionProblem(
  versions: PlatformVersions,
  version: string,
  now: number,
): string | undefined {
  const { lastDays, pinned } = versions
  if (lastDays[version] === undefined) return `is not the version that this release uses (${pinned}).`
  const days = countDaysLeft(versions, version, now)
  if (days === undefined || days > warningDays) return undefined
  return days === 0
    ? `expired on ${lastDays[version]}, so calls fail. Upgrade to an adrail release that uses a newer API version.`
    : `expires on ${lastDays[version]}, in ${days} days. Before that date, upgrade to an adrail release that uses a newer API version.`
}
