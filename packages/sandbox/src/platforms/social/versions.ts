// The served versions of the Graph API, and their differences.
// https://developers.facebook.com/docs/graph-api/changelog

interface VersionedRequest {
  readonly version: string
  readonly now: number
}

const oldestMajor = 24
const newestMajor = 26

/**
 * The last day on which the Marketing API served its oldest version. Later calls are upgraded to the next
 * version.
 */
const oldestVersionEndsAt = Date.UTC(2026, 9, 6)

/**
 * Version 26 removed five old features of the protocol, among them reads of several ids at the root. On this
 * day, all versions lose them.
 * https://developers.facebook.com/blog/post/2026/07/29/introducing-graph-api-v26-and-marketing-api-v26
 */
const legacyFeaturesEnd = { version: 26, day: Date.UTC(2026, 9, 27) }

/** Returns the version in a path, such as `v26.0`. The oldest served version handles calls without one. */
export function requestedVersion(path: string): string {
  return /^\/(v\d+\.\d+)(?:\/|$)/.exec(path)?.[1] ?? `v${oldestMajor}.0`
}

export function hasLegacyFeatures({ version, now }: VersionedRequest): boolean {
  return Number(version.slice(1)) < legacyFeaturesEnd.version && now < legacyFeaturesEnd.day
}

/** Returns the deprecation warning of a response if its version has ended, otherwise `undefined`. */
export function versionWarning({ version, now }: VersionedRequest): string | undefined {
  if (version !== `v${oldestMajor}.0` || now < oldestVersionEndsAt) return undefined
  return `The call has been auto-upgraded to v${oldestMajor + 1}.0 as v${oldestMajor}.0 has been deprecated.`
}

/** Returns why a version is not served: it has ended, or it never existed. */
export function findVersionError(path: string): { message: string; code: number } | undefined {
  const [, major = '', minor] = /^\/v(\d+)\.(\d+)/.exec(path) ?? []
  if (minor === '0' && Number(major) >= oldestMajor && Number(major) <= newestMajor) return undefined
  if (Number(major) < oldestMajor) {
    const message = `(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: v${newestMajor}.0.`
    return { message, code: 2635 }
  }
  return { message: `Unknown path components: ${path.replace(/^\/v[\d.]+/, '')}`, code: 2500 }
}
