// Reads values of unknown JSON without trusting its shape: what is missing or of another kind becomes the empty value.

export type JsonObject = Readonly<Record<string, unknown>>

export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text as it is; numbers in digits, because ids come as either. */
export function asText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : ''
}

/** What lies at a path of member names. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let current: unknown = value
  for (const name of path) current = asObject(current)[name]
  return current
}

/** A reviver that keeps the digits of integers beyond the exact range of a float: some ids come as bare numbers. */
export function exactIdReviver(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(source) ? source : value
}

/** The value of a JSON text, with exact ids. Undefined when the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text, exactIdReviver)
  } catch {
    return undefined
  }
}
