// A probe calls one platform through the connector, as operations do, and changes nothing there.

import type { OperationName, Platform } from '@adrail/contract'
import type { Connectors } from '../../platforms/connectors.ts'

/** Earlier probes of a run store the ids that they found here, by kind. */
export type Finds = Map<string, string>

export interface Probe<Name extends Platform = Platform> {
  readonly name: string
  /** These operations make the same calls. */
  readonly operations: readonly OperationName[]
  /** The probe needs an id of this kind from an earlier probe. */
  readonly needs?: string
  run(connector: Connectors[Name], given: Given): Promise<unknown>
}

interface Given {
  /** The id has the kind that the probe needs. The text is empty if the probe needs none. */
  readonly id: string
  readonly finds: Finds
}

/** Stores the first id of a kind. Later ones are ignored. */
export function keep(finds: Finds, what: string, id: string | undefined): void {
  if (id !== undefined && !finds.has(what)) finds.set(what, id)
}
