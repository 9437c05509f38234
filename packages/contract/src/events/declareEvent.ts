import type { z } from 'zod'

/** Something that happened, as a workspace is told about it. */
export interface EventDeclaration<Data extends z.ZodObject = z.ZodObject> {
  /** When it is told. */
  readonly summary: string
  /** What whoever is told should do. */
  readonly advice: string
  /** Ids and codes by which the rest can be asked for; nothing personal. */
  readonly data: Data
  readonly example: z.input<Data>
}

/** Gives a declaration its exact types. */
export function declareEvent<Data extends z.ZodObject>(
  declaration: EventDeclaration<Data>,
): EventDeclaration<Data> {
  return declaration
}
