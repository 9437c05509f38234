// State that all LinkedIn connectors share. The process creates it once.

import type { Images } from '../kit/images.ts'
import { type Lookup, rowsOf } from '../kit/lookups.ts'
import { lookupName, type PlatformSetting, type SharedParts, sharedParts } from '../kit/platform.ts'
import type { PublicFetch } from '../kit/publicFetch.ts'
import type { ProQuota } from './quota.ts'
import { type EntityRow, entityRow } from './rows.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface ProSetting extends PlatformSetting {
  readonly quota: ProQuota
  /** Fetches images from URLs that callers provide. */
  readonly images: Images
  /** Fetches videos in parts from URLs that callers provide. */
  readonly videos: PublicFetch
}

export interface ProPlatform extends ProSetting, SharedParts {
  /** Cached targeting entities, which are the same for all accounts. */
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
