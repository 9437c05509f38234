// A probe asks one platform for something that changes nothing, through the connector, as operations do.

import type { OperationName, Platform } from '@adrail/contract'
import type { Connectors } from '../../platforms/connectors.ts'

/** What earlier probes of a run found to ask about, by what it is. */
export type Finds = Map<string, string>

export interface Probe<Name extends Platform = Platform> {
  readonly name: string
  /** The operations that ask so. */
  readonly operations: readonly OperationName[]
  /** What it cannot do without, of what earlier probes found. */
  readonly needs?: string
  run(connector: Connectors[Name], given: Given): Promise<unknown>
}

interface Given {
  /** Of what the probe needs; empty where it needs nothing. */
  readonly id: string
  readonly finds: Finds
}

/** Remembers the first that there is. */
export function keep(finds: Finds, what: string, id: string | undefined): void {
  if (id !== undefined && !finds.has(what)) finds.set(what, id)
}
