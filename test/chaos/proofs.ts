// Every promise of reliability with the proof that holds it. `npm run prove` runs them, docs/reliability.md lists them.

import type { Proof } from './proof.ts'
import { proofsOfTheDoor } from './proofsOfTheDoor.ts'

export type { Database, Proof } from './proof.ts'

export const proofs: readonly Proof[] = [
  {
    id: 'T28',
    name: 'model',
    promise:
      'Whatever processes, platform and database do, a write happens once or not at all, is answered one way, and is recorded.',
    file: 'packages/server/src/journal/model.test.ts',
    databases: ['sqlite'],
    long: '10,000 random lives of three processes that die, stand still or lose their database at any point, against a model of what a caller may be told.',
  },
  {
    id: 'T32',
    name: 'limits',
    promise: 'The limit of a key holds over all processes together, to 2 in a hundred.',
    file: 'test/chaos/limits.test.ts',
    databases: ['postgres'],
    long: 'two and then four processes, each asked by two callers without pause for 20 seconds.',
  },
  ...proofsOfTheDoor,
]

/** Those that are asked for, by id or name in any case; who asks for none means all. */
export function proofsNamed(words: readonly string[]): readonly Proof[] {
  const named = (word: string) =>
    proofs.filter(({ id, name }) => [id, name].some((known) => known.toLowerCase() === word.toLowerCase()))
  const unknown = words.filter((word) => named(word).length === 0)
  if (unknown.length > 0)
    throw new Error(
      `There is no proof called ${unknown.map((word) => `"${word}"`).join(' or ')}. \`npm run prove -- --list\` names them.`,
    )
  return words.length === 0 ? proofs : [...new Set(words.flatMap(named))]
}
