// What all connectors of the search platform share: made once, bounded in size.

import { Memory } from '../../base/memory.ts'
import type { Images } from '../kit/images.ts'
import { type PlatformSetting, type SharedParts, sharedParts } from '../kit/platform.ts'
import type { SearchQuota } from './quota.ts'
import type { GeoTarget, Language } from './rows.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface SearchSetting extends PlatformSetting {
  readonly developerToken: string
  readonly images: Images
  readonly quota: SearchQuota
}

export interface SearchPlatform extends SearchSetting, SharedParts {
  /** Catalogues of the platform, the same for everybody. */
  readonly catalogues: {
    readonly languages: Memory<readonly Language[]>
    readonly billableUnits: Memory<ReadonlyMap<string, bigint>>
    readonly geoTargets: Memory<GeoTarget>
  }
  /** Whether an account may use images, by its id. */
  readonly imageEligibility: Memory<{ readonly eligible: boolean; readonly reason: string }>
}

export function searchPlatform(setting: SearchSetting): SearchPlatform {
  const { runtime } = setting
  return {
    ...setting,
    ...sharedParts('search', setting),
    catalogues: {
      languages: new Memory(runtime, { keepMs: dayMs, most: 1 }),
      billableUnits: new Memory(runtime, { keepMs: dayMs, most: 1 }),
      geoTargets: new Memory(runtime, { keepMs: dayMs, most: 50_000 }),
    },
    imageEligibility: new Memory(runtime, { keepMs: dayMs, most: 10_000 }),
  }
}
