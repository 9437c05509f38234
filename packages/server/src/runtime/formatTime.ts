/** Formats a time for callers. Returns an empty text for null. */
export function formatTime(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString()
}
