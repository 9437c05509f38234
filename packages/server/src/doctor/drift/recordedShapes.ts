// The recorded shapes of the sandbox's responses, written by `npm run generate`.

import { readFileSync } from 'node:fs'
import type { Platform } from '@adrail/contract'
import type { ResponseRecorder } from './responseRecorder.ts'
import type { ResponseShape } from './shape.ts'

export interface RecordedPlatform {
  /** Every sandbox person received these headers with at least one response. */
  readonly headers: readonly string[]
  /** The outer key is the probe, the inner key is the call. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, ResponseShape>>>>
}

export type RecordedShapes = Readonly<Record<Platform, RecordedPlatform>>

export function readRecordedShapes(): RecordedShapes {
  const file = new URL('../../../data/sandboxShapes.json', import.meta.url)
  // The recorder of this release wrote the file. `npm run check`
  // fails if the file belongs to another release.
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedShapes
}

export function toRecordedPlatform(
  { responses }: ResponseRecorder,
  headers: readonly string[],
): RecordedPlatform {
  const probes = [...responses].map(([probe, byCall]) => {
    const shapes = [...byCall].map(([title, { shapes }]) => [title, shapes.toShape()] as const)
    return [probe, Object.fromEntries(shapes)] as const
  })
  return { headers: headers.toSorted(), answers: Object.fromEntries(probes) }
}
