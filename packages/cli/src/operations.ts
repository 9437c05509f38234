// Loads the operations of this version from a file generated from the contract, because the contract takes
// far longer to load.

import { readFileSync } from 'node:fs'
import type { CommandGroup, CommandOperation, Field } from '@adrail/contract'
import { UsageError } from './exitCodes.ts'
import { formatSuggestion } from './suggestion.ts'

let cachedGroups: readonly CommandGroup[] | undefined

export function loadGroups(): readonly CommandGroup[] {
  cachedGroups ??= JSON.parse(readFileSync(new URL('../data/operations.json', import.meta.url), 'utf8'))
  // The cast is safe, because `npm run generate` wrote the file with this type.
  return cachedGroups as readonly CommandGroup[]
}

export function findGroup(word: string): CommandGroup | undefined {
  return loadGroups().find(({ name }) => name === word)
}

/** Returns an operation of a group. The error for an unknown name suggests the nearest one. */
export function requireOperation(group: CommandGroup, word: string): CommandOperation {
  const operation = group.operations.find(({ name }) => name === word)
  if (operation) return operation
  const names = group.operations.map(({ name }) => name)
  throw new UsageError(
    `${group.name} does not have an operation "${word}"${formatSuggestion(word, names)} To list the operations, run \`adrail ${group.name}\`.`,
  )
}

/** Returns the top-level fields of the body. */
export function listTopLevelFields({ fields }: CommandOperation): readonly Field[] {
  return fields.filter(({ path }) => /^\w+$/.test(path))
}

/** Returns the path of the field that accepts uploaded images, such as `images` or `ads[].imageUrl`. */
export function findImageField({ fields }: CommandOperation): string | undefined {
  return fields.find(({ acceptsUpload }) => acceptsUpload)?.path
}
