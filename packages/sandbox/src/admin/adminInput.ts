// Strict parsing of the input to the admin surface. Unknown fields and wrong types are reported, never
// ignored.

import { parseDurationMs } from '../core/clock.ts'
import type { Exchange } from '../core/exchange.ts'

export type AdminFields = Readonly<Record<string, unknown>>

export class AdminInputError extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** Reads the body's fields, from JSON or from a form. Throws an error for unknown fields. */
export function readFields(exchange: Exchange, knownNames: readonly string[]): AdminFields {
  const text = exchange.body.toString('utf8')
  const isForm = exchange.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  const fields = isForm ? parseFormFields(text) : parseJsonFields(text)
  for (const name of Object.keys(fields)) {
    if (!knownNames.includes(name)) {
      throw new AdminInputError(
        name,
        `'${name}' is unknown. The known names are: ${knownNames.join(', ') || 'none'}.`,
      )
    }
  }
  return fields
}

function parseJsonFields(text: string): AdminFields {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AdminInputError('body', 'The body is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AdminInputError('body', 'The body must be a JSON object.')
  }
  // An object that is no array has named fields.
  return value as AdminFields
}

/** A form contains only text. Numeric fields become numbers, and empty fields count as not filled in. */
function parseFormFields(text: string): AdminFields {
  const filledEntries = [...new URLSearchParams(text)].filter(([, value]) => value !== '')
  return Object.fromEntries(
    filledEntries.map(([name, value]) => [
      name,
      numericFields.includes(name) && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  )
}

const numericFields = ['times', 'skip', 'status', 'milliseconds', 'retryAfterSeconds']

/** Reads milliseconds since 1970 from an ISO instant or from a number. */
export function readInstant(field: string, value: unknown): number {
  const instant = typeof value === 'string' ? Date.parse(value) : value
  if (typeof instant !== 'number' || !Number.isSafeInteger(instant)) {
    throw new AdminInputError(
      field,
      `'${field}' must be an instant such as '2026-11-15T12:00:00Z', or milliseconds since 1970.`,
    )
  }
  return instant
}

/** Reads a duration: `90d`, `-1h`, `15m`, `10s`, `250ms`, or a number of milliseconds. */
export function readDuration(field: string, value: unknown): number {
  const milliseconds = parseDurationMs(String(value))
  if (milliseconds === undefined) {
    throw new AdminInputError(
      field,
      `'${field}' must be a duration such as '90d', '36h', '15m', '10s', or milliseconds.`,
    )
  }
  return milliseconds
}
