import type { z } from 'zod'

/** Declares an event type, as workspaces receive it. */
export interface EventDeclaration<Data extends z.ZodObject = z.ZodObject> {
  /** When adrail emits the event. */
  readonly summary: string
  /** What the receiver should do. */
  readonly advice: string
  /** Ids and codes for further requests. No personal data. */
  readonly data: Data
  readonly example: z.input<Data>
}

/** Returns the declaration with its exact types. */
export function declareEvent<Data extends z.ZodObject>(
  declaration: EventDeclaration<Data>,
): EventDeclaration<Data> {
  return declaration
}
