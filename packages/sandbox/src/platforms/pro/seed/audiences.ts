// Seeds audiences. The demo account has every status and type: uploaded and streamed, large and too small to
// serve.

import { readJson } from '../../../core/dataFiles.ts'
import type { State } from '../../../core/state.ts'
import type { AdSegment, DmpSegment, SegmentStatus } from '../state.ts'
import { daysAgo } from './times.ts'

interface SegmentSeed {
  readonly name: string
  readonly description?: string
  readonly type: DmpSegment['type']
  readonly platform: string
  readonly source?: string
  readonly ageDays: number
  readonly input: number
  readonly matched: number
  readonly size: number
  /**
   * Each status with the day on which it begins, relative to the seed time. Negative days are in the past.
   */
  readonly phases: readonly (readonly [SegmentStatus, number | 'created'])[]
}

/** An audience that was not uploaded: website visitors, or members similar to another audience. */
interface AdSegmentSeed extends Pick<AdSegment, 'name' | 'type' | 'status'> {
  readonly description: string
  readonly size: number
  readonly ageDays: number
}

interface AudienceSeeds {
  readonly segments: readonly SegmentSeed[]
  readonly others: readonly AdSegmentSeed[]
}

export function addDemoAudiences(state: State, account: number): void {
  const { segments, others } = readJson<AudienceSeeds>('pro/world/audiences.json')
  for (const [index, segment] of segments.entries()) {
    addSegment(state, account, 21400801 + index * 17, 19300401 + index * 13, segment)
  }
  for (const [index, { ageDays, size, ...segment }] of others.entries()) {
    const id = 19310001 + index
    state.pro.adSegments[id] = {
      id,
      account,
      name: segment.name,
      description: segment.description,
      type: segment.type,
      status: segment.status,
      approximateMemberCount: size,
      created: daysAgo(state, ageDays),
      lastModified: daysAgo(state, ageDays / 3),
    }
  }
}

export function addSegment(
  state: State,
  account: number,
  id: number,
  adSegment: number,
  seed: SegmentSeed,
): void {
  const created = daysAgo(state, seed.ageDays)
  const phases = seed.phases.map(([status, daysAfterNow]) => ({
    status,
    from: daysAfterNow === 'created' ? created : daysAgo(state, -daysAfterNow),
  }))
  state.pro.segments[id] = {
    id,
    account,
    name: seed.name,
    ...(seed.description === undefined ? {} : { description: seed.description }),
    type: seed.type,
    sourcePlatform: seed.platform,
    ...(seed.source === undefined ? {} : { sourceSegmentId: seed.source }),
    created,
    inputCount: seed.input,
    matchedCount: seed.matched,
    audienceSize: seed.size,
    adSegment,
    phases,
  }
  state.pro.adSegments[adSegment] = {
    id: adSegment,
    account,
    name: seed.name,
    type: seed.type.endsWith('LIST_UPLOAD') ? 'BULK' : 'MARKET_AUTOMATION',
    dmpSegment: id,
    status: 'READY',
    approximateMemberCount: seed.size,
    created,
    lastModified: created,
  }
}
