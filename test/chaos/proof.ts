// Defines the entry of a proof in the table of proofs.

export type Database = 'sqlite' | 'postgres'

export interface Proof {
  readonly id: `T${number}`
  readonly name: string
  /** The guarantee that users rely on. */
  readonly promise: string
  /** The test file or folder, relative to the root of the repository. */
  readonly file: string
  readonly databases: readonly Database[]
  /** The databases on which the suite runs the short form. Defaults to the first of `databases`. */
  readonly suiteDatabases?: readonly Database[]
  /** A description of the work that the long form does. */
  readonly longForm: string
}
