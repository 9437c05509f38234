// Permissions in words for the person who is asked for them.

import { type Platform, permissionLets, permissionNames } from '@adrail/contract'
import { missingFor } from '../linking/connectionHealth.ts'

/** What nothing works without: `list your pages, see …` */
export function neededWords(platform: Platform): string {
  return wordsOf(platform, permissionNames(platform, 'needed'))
}

/** What can be refused; empty when there is nothing. */
export function optionalWords(platform: Platform): string {
  return wordsOf(platform, permissionNames(platform, 'optional'))
}

/** What was refused of that; empty when everything was granted. */
export function refusedWords(platform: Platform, granted: readonly string[]): string {
  return wordsOf(
    platform,
    missingFor(platform, granted).map(({ permission }) => permission),
  )
}

function wordsOf(platform: Platform, names: readonly string[]): string {
  const words = names.map((name) => permissionLets(platform, name))
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
