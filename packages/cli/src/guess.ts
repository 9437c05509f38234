// What was probably meant by a word that is none of those it could be.

import { nearest } from '@adrail/contract/nearest'

/** How a sentence about a wrong word ends: with the nearest right one, if there is one. */
export function guess(wrong: string, names: Iterable<string>, prefix = ''): string {
  const meant = nearest(wrong, names)
  return meant === undefined ? '.' : `; did you mean ${prefix}${meant}?`
}
