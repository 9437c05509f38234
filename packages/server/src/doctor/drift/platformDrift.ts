// Runs all probes against one linked account, and compares the responses.

import type { OperationName, Platform } from '@adrail/contract'
import type { DriftProbe } from '../../platforms/connector-kit/driftProbes.ts'
import { type Connectors, definitionOf } from '../../platforms/index.ts'
import { type Difference, findDifferences } from './compare.ts'
import type { RecordedPlatform } from './recordedShapes.ts'
import type { ResponseRecorder, SkippedProbe } from './responseRecorder.ts'

export interface LocatedDifference extends Difference {
  readonly probe: string
  /** The call contains no ids and values. */
  readonly call: string
  /** These operations make the same call. */
  readonly operations: readonly OperationName[]
}

export interface PlatformDrift {
  readonly platform: Platform
  readonly version: string
  /** Counts the compared kinds of responses. */
  readonly compared: number
  readonly differences: readonly LocatedDifference[]
  /** These probes returned nothing to compare. */
  readonly unasked: readonly Pick<SkippedProbe, 'probe' | 'why'>[]
}

type Connector = Connectors[Platform]

export async function loadProbes(
  platform: Platform,
  nowMs: number,
): Promise<readonly DriftProbe<Connector>[]> {
  const { buildDriftProbes } = await definitionOf(platform).loadDoctorChecks()
  return buildDriftProbes(nowMs)
}

export async function measureDrift(
  connector: Connector,
  probes: readonly DriftProbe<Connector>[],
  recorder: ResponseRecorder,
  recorded: RecordedPlatform,
  progress: (activity: string) => void,
): Promise<Pick<PlatformDrift, 'compared' | 'differences' | 'unasked'>> {
  const skippedProbes = await recorder.run(connector, probes, progress)
  const getOperations = (name: string) => probes.find((probe) => probe.name === name)?.operations ?? []
  const locatedDifferences: LocatedDifference[] = []
  let comparedCount = 0
  for (const [probe, byCall] of recorder.responses)
    for (const [call, observed] of byCall) {
      comparedCount++
      const recordedShape = recorded.answers[probe]?.[call]
      const callDifferences = findDifferences(observed, recordedShape)
      locatedDifferences.push(
        ...callDifferences.map((difference) => ({
          ...difference,
          probe,
          call,
          operations: getOperations(probe),
        })),
      )
    }
  return {
    compared: comparedCount,
    differences: [
      ...locatedDifferences,
      ...findUnreadable(skippedProbes, locatedDifferences, getOperations),
      ...findMissingHeaders(recorder, recorded),
    ],
    unasked: skippedProbes.flatMap(({ probe, why, isUnreadable }) => (isUnreadable ? [] : [{ probe, why }])),
  }
}

/**
 * Reports responses that could not be parsed, unless a violation
 * of one of their fields already explains that.
 */
function findUnreadable(
  skipped: readonly SkippedProbe[],
  locatedDifferences: readonly LocatedDifference[],
  getOperations: (probe: string) => readonly OperationName[],
): LocatedDifference[] {
  const isReported = (probe: string) =>
    locatedDifferences.some((difference) => difference.probe === probe && difference.weight === 'breaks')
  return skipped
    .filter(({ probe, isUnreadable }) => isUnreadable && !isReported(probe))
    .map(({ probe }) => ({
      probe,
      call: '',
      operations: getOperations(probe),
      path: '',
      weight: 'breaks',
      says: 'The connector cannot read the response.',
    }))
}

function findMissingHeaders(
  { headers, responses }: ResponseRecorder,
  recorded: RecordedPlatform,
): LocatedDifference[] {
  if (responses.size === 0) return []
  return recorded.headers
    .filter((name) => !headers.has(name))
    .map((name) => ({
      probe: 'headers',
      call: '',
      operations: [],
      path: name,
      weight: 'differs',
      says: 'is never present in the responses, but is present in the sandbox responses.',
    }))
}
