// Reads values of unknown JSON without trusting its shape: what is missing or of another kind becomes the empty value.

export type Json = Readonly<Record<string, unknown>>

export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
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
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found: unknown = value
  for (const name of path) found = asObject(found)[name]
  return found
}

/** What a text says as JSON; nothing when it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
