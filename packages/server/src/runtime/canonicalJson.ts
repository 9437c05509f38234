// Canonical JSON: equal values have equal text, regardless of the order of their fields.

export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, nested: unknown) =>
    typeof nested === 'object' && nested !== null && !Array.isArray(nested)
      ? Object.fromEntries(Object.entries(nested).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : nested,
  )
}
