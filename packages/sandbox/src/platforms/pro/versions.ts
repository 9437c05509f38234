// The active monthly versions of the API at an instant. A version is active for about a year, then returns
// 426.
// https://learn.microsoft.com/en-us/linkedin/marketing/versioning

/** Announced sunset dates. https://learn.microsoft.com/en-us/linkedin/marketing/integrations/migrations */
const announcedSunsets: Readonly<Record<string, string>> = {
  '202508': '2026-08-17',
  '202511': '2026-11-16',
  '202601': '2027-01-15',
  '202602': '2027-02-15',
  '202603': '2027-03-16',
  '202604': '2027-04-15',
  '202605': '2027-05-15',
  '202606': '2027-06-15',
  '202607': '2027-07-15',
  '202609': '2027-09-15',
}

/** The newest version in the cited sources. It stays active however far the sandbox's clock is set back. */
const newestKnownVersion = '202609'

/** Months for which no version was published. */
const skippedVersions = new Set(['202412', '202512'])

const versionPattern = /^(20\d\d)(0[1-9]|1[0-2])$/

/** A version without an announced date ends as its neighbors do: on the 15th, a year later. */
export function sunsetTime(version: string): number | undefined {
  const match = versionPattern.exec(version)
  if (match === null || skippedVersions.has(version)) return undefined
  const sunsetDay = announcedSunsets[version] ?? `${Number(match[1]) + 1}-${match[2]}-15`
  return Date.parse(`${sunsetDay}T00:00:00Z`)
}

export function isActiveVersion(version: string, now: number): boolean {
  const sunset = sunsetTime(version)
  if (sunset === undefined || now >= sunset) return false
  const currentMonth = new Date(now).toISOString().slice(0, 7).replace('-', '')
  return version <= (currentMonth > newestKnownVersion ? currentMonth : newestKnownVersion)
}

/** Errors and permission texts contain a version with its day: `202607` as `20260701`. */
export const formatVersionDate = (version: string) => (/^\d{6}$/.test(version) ? `${version}01` : version)
