// Creations whose requests are lost, cut, garbled or refused, at the effect or after it, and what is left of each.

import type { FaultSpec } from '@adrail/server/testing/sandbox'
import { drawnBy, isLong, secondsSince, sized, tell } from '../figures.ts'

/** What goes wrong, in words and as it is ordered; without words nothing does. */
export type NamedTrouble = readonly [string, FaultSpec]

/** Makes a campaign while one thing goes wrong, and judges what is left; how many were made. */
type Create = (name: string, key: string, trouble: NamedTrouble) => Promise<number>

const nothing: NamedTrouble = ['', {}]

/** Each trouble in the suite once; in the long form drawn, for three creations in ten. */
export async function proveTroubles(
  platform: string,
  troubles: readonly NamedTrouble[],
  create: Create,
): Promise<void> {
  const draw = drawnBy(platform)
  const drawn = () => (draw() < 0.3 ? troubles[Math.floor(draw() * troubles.length)] : nothing)
  const creations = sized(troubles.length, 330)
  const began = performance.now()
  const counts = { creations, troubled: 0, made: 0, refused: 0, twice: 0 }
  for (let index = 0; index < creations; index++) {
    const trouble = (isLong ? drawn() : troubles[index]) ?? nothing
    if (trouble !== nothing) counts.troubled += 1
    const made = await create(`Lost ${index}`, `lost-${platform}-${index}`, trouble)
    counts[made > 0 ? 'made' : 'refused'] += 1
    counts.twice += Math.max(0, made - 1)
  }
  tell(`T2 ${platform}`, { ...counts, seconds: secondsSince(began) })
}
