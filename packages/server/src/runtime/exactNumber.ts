// IDs that the contract declares as numbers, written with all their digits.

// Node 24 has these functions. TypeScript's own library does not declare them yet.
declare global {
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
  }
}

/**
 * Returns an integer of any length for a response. `JSON.stringify` writes every digit, where a float would
 * lose the last ones.
 */
export function exactNumber(digits: string): number {
  if (!/^[0-9]{1,20}$/.test(digits)) return 0
  // The value is only ever serialized, never used in arithmetic.
  return JSON.rawJSON(digits.replace(/^0+(?=\d)/, '')) as unknown as number
}

export function isExactNumber(value: unknown): boolean {
  return JSON.isRawJSON(value)
}
