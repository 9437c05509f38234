// Creates campaigns while requests are lost, truncated, corrupted or refused, before or after their effect,
// and counts the results.

import type { FaultSpec } from '@adrail/server/testing'
import { isLong, proofSize, reportProof, secondsSince, seededRandom } from '../proofRun.ts'

/** A fault with its description and its order for the sandbox. An empty description means no fault. */
export type NamedFault = readonly [string, FaultSpec]

/**
 * Creates a campaign under one fault, checks the objects that remain, and returns the number of campaigns
 * created.
 */
type CreateUnderFault = (name: string, key: string, fault: NamedFault) => Promise<number>

const noFault: NamedFault = ['', {}]

/** Runs each fault once in the suite. The long form draws a random fault for three creations in ten. */
export async function proveFaults(
  platform: string,
  faults: readonly NamedFault[],
  create: CreateUnderFault,
): Promise<void> {
  const random = seededRandom(platform)
  const drawFault = () => (random() < 0.3 ? faults[Math.floor(random() * faults.length)] : noFault)
  const creations = proofSize(faults.length, 330)
  const startedAt = performance.now()
  const counts = { creations, troubled: 0, made: 0, refused: 0, twice: 0 }
  for (let index = 0; index < creations; index++) {
    const fault = (isLong ? drawFault() : faults[index]) ?? noFault
    if (fault !== noFault) counts.troubled += 1
    const createdCount = await create(`Lost ${index}`, `lost-${platform}-${index}`, fault)
    counts[createdCount > 0 ? 'made' : 'refused'] += 1
    counts.twice += Math.max(0, createdCount - 1)
  }
  reportProof(`T2 ${platform}`, { ...counts, seconds: secondsSince(startedAt) })
}
