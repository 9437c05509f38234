// Loads the operations of this version from a file generated from the contract, because the contract takes
// far longer to load.

import { readFileSync } from 'node:fs'
import type { CommandGroup, CommandOperation, Field } from '@adrail/contract'
import { UsageError } from './exitCodes.ts'
import { guess } from './guess.ts'

let loaded: readonly CommandGroup[] | undefined

export function groups(): readonly CommandGroup[] {
  loaded ??= JSON.parse(readFileSync(new URL('../data/operations.json', import.meta.url), 'utf8'))
  // The cast is safe, because `npm run generate` wrote the file with this type.
  return loaded as readonly CommandGroup[]
}

export function findGroup(word: string): CommandGroup | undefined {
  return groups().find(({ name }) => name === word)
}

/** Returns an operation of a group. The error for an unknown name suggests the nearest one. */
export function requireOperation(group: CommandGroup, word: string): CommandOperation {
  const found = group.operations.find(({ name }) => name === word)
  if (found) return found
  const names = group.operations.map(({ name }) => name)
  throw new UsageError(
    `${group.name} has no operation ${word}${guess(word, names)} \`adrail ${group.name}\` lists them all.`,
  )
}

/** Returns the top-level fields of the body. */
export function membersOf({ fields }: CommandOperation): readonly Field[] {
  return fields.filter(({ path }) => /^\w+$/.test(path))
}
