/** A time as callers read it; empty where there is none. */
export function timeText(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString()
}
