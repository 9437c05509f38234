// Suggestions for misspelled words.

import { findNearestName } from '@adrail/contract/nearest'

/** Returns the end of a sentence about an unknown name: the nearest known name, if there is one. */
export function formatSuggestion(unknownName: string, names: Iterable<string>, prefix = ''): string {
  const nearestName = findNearestName(unknownName, names)
  return nearestName === undefined ? '.' : `. Did you mean ${prefix}${nearestName}?`
}
