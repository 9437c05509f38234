/** The platform's instants are in milliseconds. Returns empty text for undefined. */
export function timeText(instant: number | undefined): string {
  return instant === undefined ? '' : new Date(instant).toISOString()
}
