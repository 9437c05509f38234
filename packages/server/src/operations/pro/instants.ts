/** An instant of the platform's, in milliseconds, as callers read it; empty when there is none. */
export function timeText(instant: number | undefined): string {
  return instant === undefined ? '' : new Date(instant).toISOString()
}
