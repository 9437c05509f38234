// Ids that the interface declares as numbers, written with all their digits.

// Part of Node 24; not yet of TypeScript's own library.
declare global {
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
  }
}

/** A number of any length for an answer: `JSON.stringify` writes it digit by digit, where a float would lose the last ones. */
export function exactNumber(digits: string): number {
  if (!/^[0-9]{1,20}$/.test(digits)) return 0
  // Only ever serialised, never calculated with.
  return JSON.rawJSON(digits.replace(/^0+(?=\d)/, '')) as unknown as number
}

export function isExactNumber(value: unknown): boolean {
  return JSON.isRawJSON(value)
}
