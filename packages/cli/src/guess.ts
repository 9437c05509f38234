// Suggestions for misspelled words.

import { nearest } from '@adrail/contract/nearest'

/** Returns the end of a sentence about an unknown name: the nearest known name, if there is one. */
export function guess(wrong: string, names: Iterable<string>, prefix = ''): string {
  const meant = nearest(wrong, names)
  return meant === undefined ? '.' : `; did you mean ${prefix}${meant}?`
}
