// A mutant is one small, deliberate defect in the code, together with the tests that must fail while it is in place.

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
  /** Part of the title of the test; the other tests of the file do not run. */
  readonly title: string
  readonly database: Database
  /** Run the long form: some proofs have no short form. */
  readonly long?: true
}

/** A proof of the table, on the first of its databases unless another one is named. */
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

/** A test of the suite that is no proof. */
export function suiteCatcher(file: string, title: string, database: Database): Catcher {
  return { file, title, database }
}
