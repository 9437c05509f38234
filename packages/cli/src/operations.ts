// The operations as they were when this version was made: generated from the contract, which takes far longer to load.

import { readFileSync } from 'node:fs'
import type { CommandGroup, CommandOperation, Field } from '@adrail/contract'
import { UsageError } from './exitCodes.ts'
import { guess } from './guess.ts'

let loaded: readonly CommandGroup[] | undefined

export function groups(): readonly CommandGroup[] {
  loaded ??= JSON.parse(readFileSync(new URL('../data/operations.json', import.meta.url), 'utf8'))
  // JSON.parse gives what `npm run generate` wrote, under the same type.
  return loaded as readonly CommandGroup[]
}

export function findGroup(word: string): CommandGroup | undefined {
  return groups().find(({ name }) => name === word)
}

/** The operation of a group; names written another way are told the right one. */
export function requireOperation(group: CommandGroup, word: string): CommandOperation {
  const found = group.operations.find(({ name }) => name === word)
  if (found) return found
  const names = group.operations.map(({ name }) => name)
  throw new UsageError(
    `${group.name} has no operation ${word}${guess(word, names)} \`adrail ${group.name}\` lists them all.`,
  )
}

/** The members of the body itself, without the members of members. */
export function membersOf({ fields }: CommandOperation): readonly Field[] {
  return fields.filter(({ path }) => /^\w+$/.test(path))
}
