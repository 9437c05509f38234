// What is said of a proof.

export type Database = 'sqlite' | 'postgres'

export interface Proof {
  readonly id: `T${number}`
  readonly name: string
  /** What a user may rely on. */
  readonly promise: string
  /** From the root of the repository. */
  readonly file: string
  readonly databases: readonly Database[]
  /** Where the suite runs the short form, when it is not the first of these alone. */
  readonly suiteDatabases?: readonly Database[]
  /** What the long form does. */
  readonly longForm: string
}
