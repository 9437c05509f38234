/** The id of a location that is given by its id or by its resource name. */
export function locationId(given: string): string {
  return given.replace('geoTargetConstants/', '')
}
