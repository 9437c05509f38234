// Values of the platform's rows as the interface has them: what is missing has the empty value of its type.

import { asText, type Json } from '../../platforms/kit/values.ts'

export function textOf(row: Json, name: string): string {
  return asText(row[name])
}

export function numberOf(row: Json, name: string): number {
  const value = Number(row[name] ?? 0)
  return Number.isFinite(value) ? value : 0
}

/** `YYYY-MM-DDThh:mm:ss+0000`, whatever offset the platform wrote it with; unix seconds are understood too. */
export function universalTime(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/.test(value)) return value
  const instant = typeof value === 'number' ? value * 1000 : Date.parse(withColon(asText(value)))
  return Number.isNaN(instant) ? '' : `${new Date(instant).toISOString().slice(0, 19)}+0000`
}

/** `+0000` is not a form every parser takes; `+00:00` is. */
function withColon(text: string): string {
  return text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
}
