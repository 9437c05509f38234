// Creations whose requests are lost, cut, garbled or refused, at the effect or after it, and what is left of each.

import type { FaultSpec } from '@adrail/server/testing/sandbox'
import { isLong, proofSize, reportProof, secondsSince, seededRandom } from '../figures.ts'

/** What goes wrong, in words and as it is ordered; without words nothing does. */
export type NamedFault = readonly [string, FaultSpec]

/** Makes a campaign while one thing goes wrong, and judges what is left; how many were made. */
type CreateUnderFault = (name: string, key: string, fault: NamedFault) => Promise<number>

const noFault: NamedFault = ['', {}]

/** Each trouble in the suite once; in the long form drawn, for three creations in ten. */
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
    const made = await create(`Lost ${index}`, `lost-${platform}-${index}`, fault)
    counts[made > 0 ? 'made' : 'refused'] += 1
    counts.twice += Math.max(0, made - 1)
  }
  reportProof(`T2 ${platform}`, { ...counts, seconds: secondsSince(startedAt) })
}
