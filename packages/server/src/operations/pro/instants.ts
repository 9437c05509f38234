/** The platform's instants are in milliseconds. Returns empty text for undefined. */
export function formatInstant(instant: number | undefined): string {
  return instant === undefined ? '' : new Date(instant).toISOString()
}
