// What all connectors of the professional network share; made once.

import type { Images } from '../kit/images.ts'
import { type Lookup, rowsOf } from '../kit/lookups.ts'
import { lookupName, type PlatformSetting, type SharedParts, sharedParts } from '../kit/platform.ts'
import type { PublicFetch } from '../kit/publicFetch.ts'
import type { ProQuota } from './quota.ts'
import { type EntityRow, entityRow } from './rows.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface ProSetting extends PlatformSetting {
  readonly quota: ProQuota
  /** Images that callers name by URL. */
  readonly images: Images
  /** Videos that callers name by URL, part by part. */
  readonly videos: PublicFetch
}

export interface ProPlatform extends ProSetting, SharedParts {
  /** What ads can be aimed at, the same for everybody. */
  readonly entities: Lookup<readonly EntityRow[]>
}

export function proPlatform(setting: ProSetting): ProPlatform {
  return {
    ...setting,
    ...sharedParts('pro', setting),
    entities: setting.lookups.of({
      name: lookupName('pro', setting.endpoints, 'entities'),
      keepMs: dayMs,
      most: 2000,
      read: rowsOf(entityRow),
    }),
  }
}
