// A probe calls one platform through the connector, as operations do, and changes nothing there.

import type { OperationName, Platform } from '@adrail/contract'
import type { Connectors } from '../../platforms/connectors.ts'

/** Earlier probes of a run store the ids that they found here, by kind. */
export type FoundIds = Map<string, string>

export interface Probe<Name extends Platform = Platform> {
  readonly name: string
  /** These operations make the same calls. */
  readonly operations: readonly OperationName[]
  /** The probe needs an id of this kind from an earlier probe. */
  readonly neededKind?: string
  run(connector: Connectors[Name], context: ProbeContext): Promise<unknown>
}

interface ProbeContext {
  /** The id has the kind that the probe needs. The text is empty if the probe needs none. */
  readonly id: string
  readonly foundIds: FoundIds
}

/** Stores the first id of a kind. Later ones are ignored. */
export function storeFirst(foundIds: FoundIds, kind: string, id: string | undefined): void {
  if (id !== undefined && !foundIds.has(kind)) foundIds.set(kind, id)
}
