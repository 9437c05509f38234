// Converts the platform's times to the format of the API.

/** Returns `YYYY-MM-DDThh:mm:ss+0000`. Accepts times with any offset, and Unix seconds. */
export function formatUtcTime(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/.test(value)) return value
  const instant = typeof value === 'number' ? value * 1000 : Date.parse(addOffsetColon(String(value ?? '')))
  return Number.isNaN(instant) ? '' : `${new Date(instant).toISOString().slice(0, 19)}+0000`
}

/** Every parser accepts the offset `+00:00`, but not every parser accepts `+0000`. */
function addOffsetColon(text: string): string {
  return text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
}
