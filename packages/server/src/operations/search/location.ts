/** Accepts an id or a resource name. */
export function parseLocationId(reference: string): string {
  return reference.replace('geoTargetConstants/', '')
}
