// Names that are put together here, no longer than the platform takes them however it counts.

/** Names of groups have at most 100 characters. The end of ours is what it is found by. */
export function markedName(name: string, marker: string): string {
  return `${cutToUnits(name, mostOfName)} · ${marker.slice(0, 8)}`
}

/** The final name as far as a plan can know it: a dry run has no marker, and the write must have the plan of its dry run. */
export function plannedName(name: string): string {
  return markedName(name, 'xxxxxxxx')
}

const mostOfName = 85

/** The part of a group's name that came from the caller, whether it is marked or not. */
export function unmarkedName(name: string): string {
  return cutToUnits(name.replace(/ · [^ ]{8}$/, ''), mostOfName)
}

const longestAdName = 255

/** Of an ad that was given no name. */
export function usualAdName(campaignName: string, index: number): string {
  const end = ` ${index + 1}`
  return `${cutToUnits(campaignName, longestAdName - end.length)}${end}`
}

/** At most so many units of UTF-16, and no half of a character. */
function cutToUnits(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}
