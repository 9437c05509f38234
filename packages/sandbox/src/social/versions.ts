// Which versions of the Graph API are served, and in what they differ.
// https://developers.facebook.com/docs/graph-api/changelog

interface Asked {
  readonly version: string
  readonly now: number
}

const oldest = 24
const newest = 26

/** The last day on which the Marketing API served its oldest version by itself; later calls are lifted to the next. */
const oldestEnds = Date.UTC(2026, 9, 6)

/**
 * Five old habits of the protocol, reads of several ids at the root among them, came to an end in version 26, and in all
 * versions on this day. https://developers.facebook.com/blog/post/2026/07/29/introducing-graph-api-v26-and-marketing-api-v26
 */
const oldHabitsEnd = { version: 26, day: Date.UTC(2026, 9, 27) }

/** The version a path asks for, such as `v26.0`; calls without one are served by the oldest living version. */
export function versionOf(path: string): string {
  return /^\/(v\d+\.\d+)(?:\/|$)/.exec(path)?.[1] ?? `v${oldest}.0`
}

export function hasOldHabits({ version, now }: Asked): boolean {
  return Number(version.slice(1)) < oldHabitsEnd.version && now < oldHabitsEnd.day
}

/** What an answer says of the version it was asked for, where that has ended; nothing otherwise. */
export function versionWarning({ version, now }: Asked): string | undefined {
  if (version !== `v${oldest}.0` || now < oldestEnds) return undefined
  return `The call has been auto-upgraded to v${oldest + 1}.0 as v${oldest}.0 has been deprecated.`
}

/** Why a version is not served: it is gone, or there never was one. */
export function versionRefusal(path: string): { message: string; code: number } | undefined {
  const [, major = '', minor] = /^\/v(\d+)\.(\d+)/.exec(path) ?? []
  if (minor === '0' && Number(major) >= oldest && Number(major) <= newest) return undefined
  if (Number(major) < oldest) {
    const message = `(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: v${newest}.0.`
    return { message, code: 2635 }
  }
  return { message: `Unknown path components: ${path.replace(/^\/v[\d.]+/, '')}`, code: 2500 }
}
