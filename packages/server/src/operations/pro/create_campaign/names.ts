// Builds names of groups and ads that respect LinkedIn's length limits. Lengths are in UTF-16 units, the
// strictest way to count characters.

/**
 * Names of groups have at most 100 characters. The marker at the end identifies the group that adrail
 * created.
 */
export function markedName(name: string, marker: string): string {
  return `${cutToUnits(name, mostOfName)} · ${marker.slice(0, 8)}`
}

/**
 * A dry run has no marker, and the plan of a write must equal the plan of its dry run, so the marker is
 * masked.
 */
export function plannedName(name: string): string {
  return markedName(name, 'xxxxxxxx')
}

const mostOfName = 85

/** Returns the caller's part of a group's name. The name may have a marker or not. */
export function unmarkedName(name: string): string {
  return cutToUnits(name.replace(/ · [^ ]{8}$/, ''), mostOfName)
}

const longestAdName = 255

export function usualAdName(campaignName: string, index: number): string {
  const end = ` ${index + 1}`
  return `${cutToUnits(campaignName, longestAdName - end.length)}${end}`
}

/** Never splits a surrogate pair. */
function cutToUnits(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}
