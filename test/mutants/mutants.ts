// Lists every mutant. `npm run prove -- mutants` runs the mutants and fails when one survives.

import { batchMutants } from './batch.ts'
import { callerMutants } from './callers.ts'
import { databaseMutants } from './database.ts'
import { journalMutants } from './journal.ts'
import { linkingMutants } from './linking.ts'
import { mediaMutants } from './media.ts'
import type { Mutant } from './mutant.ts'
import { spendMutants } from './spend.ts'

export type { Mutant } from './mutant.ts'

export const mutants: readonly Mutant[] = [
  ...journalMutants,
  ...batchMutants,
  ...spendMutants,
  ...linkingMutants,
  ...callerMutants,
  ...mediaMutants,
  ...databaseMutants,
]

/**
 * Returns the mutants with these names or caught by these proofs, ignoring case. Without names, returns all
 * mutants.
 */
export function findMutants(requestedNames: readonly string[]): readonly Mutant[] {
  const findByName = (query: string) =>
    mutants.filter(({ name, caughtBy }) =>
      [name, ...caughtBy.map(({ proof = '' }) => proof)].some(
        (value) => value.toLowerCase() === query.toLowerCase(),
      ),
    )
  const unknownNames = requestedNames.filter((word) => findByName(word).length === 0)
  if (unknownNames.length > 0)
    throw new Error(
      `There is no mutant called ${unknownNames.map((word) => `"${word}"`).join(' or ')}. \`npm run prove -- mutants --list\` lists them.`,
    )
  return requestedNames.length === 0 ? mutants : [...new Set(requestedNames.flatMap(findByName))]
}
