// Runs all probes against one linked account, and compares the responses.

import type { OperationName, Platform } from '@adrail/contract'
import type { Connectors } from '../../platforms/connectors.ts'
import { type Difference, differences } from './compare.ts'
import type { Lookout, Unasked } from './lookout.ts'
import type { Probe } from './probe.ts'
import { figureProbes } from './probes/figureProbes.ts'
import { leadProbes } from './probes/leadProbes.ts'
import { proProbes } from './probes/pro.ts'
import { searchProbes } from './probes/search.ts'
import { socialProbes } from './probes/social.ts'
import type { RecordedPlatform } from './recorded.ts'

export interface FoundDifference extends Difference {
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
  readonly differences: readonly FoundDifference[]
  /** These probes returned nothing to compare. */
  readonly unasked: readonly Pick<Unasked, 'probe' | 'why'>[]
}

export type ProbesOf = { readonly [Name in Platform]: readonly Probe<Name>[] }

export function probesAt(nowMs: number): ProbesOf {
  const figures = figureProbes(nowMs)
  const leads = leadProbes(nowMs)
  return {
    social: [...socialProbes(nowMs), ...figures.social, ...leads.social],
    search: [...searchProbes, ...figures.search, ...leads.search],
    pro: [...proProbes, ...figures.pro, ...leads.pro],
  }
}

export async function driftOf<Name extends Platform>(
  connector: Connectors[Name],
  probes: readonly Probe<Name>[],
  lookout: Lookout,
  recorded: RecordedPlatform,
  progress: (what: string) => void,
): Promise<Pick<PlatformDrift, 'compared' | 'differences' | 'unasked'>> {
  const unasked = await lookout.run(connector, probes, progress)
  const operationsOf = (name: string) => probes.find((probe) => probe.name === name)?.operations ?? []
  const found: FoundDifference[] = []
  let compared = 0
  for (const [probe, titles] of lookout.answers)
    for (const [call, seen] of titles) {
      compared++
      const known = recorded.answers[probe]?.[call]
      const differing = differences(seen, known)
      found.push(
        ...differing.map((difference) => ({ ...difference, probe, call, operations: operationsOf(probe) })),
      )
    }
  return {
    compared,
    differences: [...found, ...unreadable(unasked, found, operationsOf), ...lostHeaders(lookout, recorded)],
    unasked: unasked.flatMap(({ probe, why, isUnreadable }) => (isUnreadable ? [] : [{ probe, why }])),
  }
}

/**
 * Reports responses that could not be parsed, unless a violation
 * of one of their fields already explains that.
 */
function unreadable(
  unasked: readonly Unasked[],
  found: readonly FoundDifference[],
  operationsOf: (probe: string) => readonly OperationName[],
): FoundDifference[] {
  const isTold = (probe: string) => found.some((each) => each.probe === probe && each.weight === 'breaks')
  return unasked
    .filter(({ probe, isUnreadable }) => isUnreadable && !isTold(probe))
    .map(({ probe }) => ({
      probe,
      call: '',
      operations: operationsOf(probe),
      path: '',
      weight: 'breaks',
      says: 'The answer cannot be read at all.',
    }))
}

function lostHeaders({ headers, answers }: Lookout, recorded: RecordedPlatform): FoundDifference[] {
  if (answers.size === 0) return []
  return recorded.headers
    .filter((name) => !headers.has(name))
    .map((name) => ({
      probe: 'headers',
      call: '',
      operations: [],
      path: name,
      weight: 'differs',
      says: 'never comes: the sandbox sends it.',
    }))
}
