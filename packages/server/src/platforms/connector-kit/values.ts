// Reads unknown JSON without trusting its shape: missing values and values of another type become empty
// values.

export type JsonObject = Readonly<Record<string, unknown>>

export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns text unchanged and numbers as digits, because platforms send ids as text or numbers. */
export function asText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : ''
}

/** Returns the value at a path of field names. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let current: unknown = value
  for (const name of path) current = asObject(current)[name]
  return current
}

/**
 * JSON reviver that keeps the digits of integers beyond the safe range, because some ids are sent as bare
 * numbers.
 */
export function exactIdReviver(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(source) ? source : value
}

/** Parses JSON with exact ids. Returns `undefined` when the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text, exactIdReviver)
  } catch {
    return undefined
  }
}
