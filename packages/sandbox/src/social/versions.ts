// The served versions of the Graph API, and their differences.
// https://developers.facebook.com/docs/graph-api/changelog

interface Asked {
  readonly version: string
  readonly now: number
}

const oldest = 24
const newest = 26

/**
 * The last day on which the Marketing API served its oldest version. Later calls are upgraded to the next
 * version.
 */
const oldestEnds = Date.UTC(2026, 9, 6)

/**
 * Version 26 removed five old features of the protocol, among them reads of several ids at the root. On this
 * day, all versions lose them.
 * https://developers.facebook.com/blog/post/2026/07/29/introducing-graph-api-v26-and-marketing-api-v26
 */
const oldHabitsEnd = { version: 26, day: Date.UTC(2026, 9, 27) }

/** Returns the version in a path, such as `v26.0`. The oldest served version handles calls without one. */
export function versionOf(path: string): string {
  return /^\/(v\d+\.\d+)(?:\/|$)/.exec(path)?.[1] ?? `v${oldest}.0`
}

export function hasOldHabits({ version, now }: Asked): boolean {
  return Number(version.slice(1)) < oldHabitsEnd.version && now < oldHabitsEnd.day
}

/** Returns the deprecation warning of a response if its version has ended, otherwise `undefined`. */
export function versionWarning({ version, now }: Asked): string | undefined {
  if (version !== `v${oldest}.0` || now < oldestEnds) return undefined
  return `The call has been auto-upgraded to v${oldest + 1}.0 as v${oldest}.0 has been deprecated.`
}

/** Returns why a version is not served: it has ended, or it never existed. */
export function versionRefusal(path: string): { message: string; code: number } | undefined {
  const [, major = '', minor] = /^\/v(\d+)\.(\d+)/.exec(path) ?? []
  if (minor === '0' && Number(major) >= oldest && Number(major) <= newest) return undefined
  if (Number(major) < oldest) {
    const message = `(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: v${newest}.0.`
    return { message, code: 2635 }
  }
  return { message: `Unknown path components: ${path.replace(/^\/v[\d.]+/, '')}`, code: 2500 }
}
