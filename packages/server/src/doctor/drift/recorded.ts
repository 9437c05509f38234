// The shapes of the sandbox's answers, as `npm run generate` recorded them.

import { readFileSync } from 'node:fs'
import type { Platform } from '@adrail/contract'
import type { Lookout } from './lookout.ts'
import type { SeenShape } from './shape.ts'

export interface RecordedPlatform {
  /** Headers that came with some answer to everybody. */
  readonly headers: readonly string[]
  /** By probe, then by what was asked. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, SeenShape>>>>
}

export type Recorded = Readonly<Record<Platform, RecordedPlatform>>

export function readRecorded(): Recorded {
  const file = new URL('../../../data/sandboxShapes.json', import.meta.url)
  // Written by the recorder of this very release; `npm run check` fails when it is another.
  return JSON.parse(readFileSync(file, 'utf8')) as Recorded
}

export function recordOf({ answers }: Lookout, headers: readonly string[]): RecordedPlatform {
  const probes = [...answers].map(([probe, titles]) => {
    const shapes = [...titles].map(([title, { shapes }]) => [title, shapes.shape()] as const)
    return [probe, Object.fromEntries(shapes)] as const
  })
  return { headers: headers.toSorted(), answers: Object.fromEntries(probes) }
}
