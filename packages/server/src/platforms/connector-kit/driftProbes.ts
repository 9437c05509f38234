// Probes of the drift check. A probe calls the platform through the connector, as operations do, and changes
// nothing there.

import type { OperationName } from '@adrail/contract'
import { dayMs } from '../../runtime/durations.ts'
import type { AdConnector } from './adConnector.ts'
import type { MetricsQuery } from './adMetrics.ts'

/** Earlier probes of a run store the ids that they found here, by kind. */
export type FoundIds = Map<string, string>

export interface DriftProbe<Connector> {
  readonly name: string
  /** These operations make the same calls. */
  readonly operations: readonly OperationName[]
  /** The probe needs an id of this kind from an earlier probe. */
  readonly neededKind?: string
  run(connector: Connector, context: ProbeContext): Promise<unknown>
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

/** Lead probes read this period: long enough for a response with leads, and short enough for one page. */
export const leadProbePeriodMs = 7 * dayMs

interface MetricProbesRequest {
  readonly nowMs: number
  readonly levels: readonly MetricsQuery['level'][]
  /** The operations that read metrics of the account. */
  readonly operations: readonly OperationName[]
}

/** Builds the probes that are alike on all platforms. One probe per level reads daily rows and totals. */
export function buildAccountProbes({
  nowMs,
  levels,
  operations,
}: MetricProbesRequest): DriftProbe<AdConnector>[] {
  const day = (daysAgo: number) => new Date(nowMs - daysAgo * dayMs).toISOString().slice(0, 10)
  const query = { since: day(7), until: day(1), campaignIds: [], includeDeleted: true }
  return [
    {
      name: 'campaigns of the account',
      operations: ['campaign/list_campaigns'],
      run: (connector) => connector.campaignStates(),
    },
    ...levels.map(
      (level): DriftProbe<AdConnector> => ({
        name: `figures by ${level.toLowerCase().replace('_', ' ')}`,
        operations,
        async run(connector) {
          for (const byDay of [false, true]) await connector.metrics({ ...query, level, byDay })
        },
      }),
    ),
  ]
}
