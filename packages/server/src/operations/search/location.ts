/** Accepts an id or a resource name. */
export function locationId(given: string): string {
  return given.replace('geoTargetConstants/', '')
}
