// A mutant is one small, deliberate defect in the code, with the tests that must fail while the defect is in
// place.

import { type Database, type Proof, proofs } from '../chaos/proofs.ts'

export interface Mutant {
  readonly name: string
  /** The guarantee that the mutant breaks, as a sentence about the broken code. */
  readonly breaks: string
  /** The file to change, from the root of the repository. */
  readonly file: string
  /** This text occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Every one of these tests must fail. */
  readonly caughtBy: readonly Catcher[]
}

/** A test that must fail while a mutant is in place. */
export interface Catcher {
  /** Set when the test is a proof of `docs/reliability.md`. */
  readonly proof?: Proof['id']
  /** The test file, from the root of the repository. */
  readonly file: string
  /** Part of the title of the test. Other tests of the file do not run. */
  readonly title: string
  readonly database: Database
  /** Runs the long form, because some proofs have no short form. */
  readonly long?: true
}

/** Returns a catcher for a proof of the table. `database` defaults to the first database of the proof. */
export function proofCatcher(
  id: Proof['id'],
  title: string,
  { file, database, long }: { file?: string; database?: Database; long?: true } = {},
): Catcher {
  const entry = proofs.find((each) => each.id === id)
  if (!entry) throw new Error(`There is no proof ${id}.`)
  return {
    proof: id,
    file: file ?? entry.file,
    title,
    database: database ?? entry.databases[0] ?? 'sqlite',
    ...(long ? { long } : {}),
  }
}

/** Returns a catcher for a test of the suite that is not a proof. */
export function suiteCatcher(file: string, title: string, database: Database): Catcher {
  return { file, title, database }
}
