// Times of the platform as the interface has them.

/** `YYYY-MM-DDThh:mm:ss+0000`, whatever offset the platform wrote it with; unix seconds are understood too. */
export function formatUtcTime(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/.test(value)) return value
  const instant = typeof value === 'number' ? value * 1000 : Date.parse(addOffsetColon(String(value ?? '')))
  return Number.isNaN(instant) ? '' : `${new Date(instant).toISOString().slice(0, 19)}+0000`
}

/** `+0000` is not a form every parser takes; `+00:00` is. */
function addOffsetColon(text: string): string {
  return text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
}
