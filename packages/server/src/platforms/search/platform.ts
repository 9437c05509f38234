// What all connectors of this platform share: one room of calls, and what was learnt a while ago.

import { Flights } from '../../base/flights.ts'
import { Memory } from '../../base/memory.ts'
import type { Runtime } from '../../base/runtime.ts'
import type { Images } from '../kit/images.ts'
import type { Endpoints } from '../kit/provider.ts'
import { Retries } from '../kit/retries.ts'
import type { Upstream } from '../kit/upstream.ts'
import type { CallRoom } from './calls.ts'

/** What every connector of this platform shares; made once. */
export interface SearchPlatform extends CallRoom {
  readonly images: Images
  /** Catalogues of the platform, the same for everybody. */
  readonly languages: Memory<readonly Language[]>
  readonly billableUnits: Memory<ReadonlyMap<string, bigint>>
  readonly geoTargets: Memory<GeoTarget>
  /** Whether an account may use images, by its id. */
  readonly imageEligibility: Memory<{ readonly eligible: boolean; readonly reason: string }>
}

export interface Language {
  readonly id: string
  readonly code: string
  readonly name: string
}

export interface GeoTarget {
  readonly id: string
  readonly status: string
}

const dayMs = 24 * 60 * 60 * 1000

export function makeSearchPlatform(given: {
  readonly endpoints: Endpoints
  readonly developerToken: string
  readonly upstream: Upstream
  readonly runtime: Runtime
  readonly images: Images
}): SearchPlatform {
  const { runtime } = given
  return {
    ...given,
    retries: new Retries(runtime),
    flights: new Flights(),
    quota: new Memory(runtime, { keepMs: dayMs, most: 1 }),
    languages: new Memory(runtime, { keepMs: dayMs, most: 1 }),
    billableUnits: new Memory(runtime, { keepMs: dayMs, most: 1 }),
    geoTargets: new Memory(runtime, { keepMs: dayMs, most: 50_000 }),
    imageEligibility: new Memory(runtime, { keepMs: dayMs, most: 10_000 }),
  }
}
