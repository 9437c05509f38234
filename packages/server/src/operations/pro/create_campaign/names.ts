// Builds names of groups and ads that respect LinkedIn's length limits. Lengths are in UTF-16 units, the
// strictest way to count characters.

/**
 * Names of groups have at most 100 characters. The marker at the end identifies the group that adrail
 * created.
 */
export function formatMarkedName(name: string, marker: string): string {
  return `${truncateUtf16(name, maxNameLength)} · ${marker.slice(0, 8)}`
}

/**
 * A dry run has no marker, and the plan of a write must equal the plan of its dry run, so the marker is
 * masked.
 */
export function formatPlannedName(name: string): string {
  return formatMarkedName(name, 'xxxxxxxx')
}

const maxNameLength = 85

/** Returns the caller's part of a group's name. The name may have a marker or not. */
export function removeNameMarker(name: string): string {
  return truncateUtf16(name.replace(/ · [^ ]{8}$/, ''), maxNameLength)
}

const maxAdNameLength = 255

export function defaultAdName(campaignName: string, index: number): string {
  const suffix = ` ${index + 1}`
  return `${truncateUtf16(campaignName, maxAdNameLength - suffix.length)}${suffix}`
}

/** Never splits a surrogate pair. */
function truncateUtf16(text: string, maxUnits: number): string {
  return text.slice(0, maxUnits).replace(/[\ud800-\udbff]$/, '')
}
