// State that all LinkedIn connectors share. The process creates it once.

import { dayMs } from '../../runtime/durations.ts'
import type { ImageFetcher } from '../connector-kit/imageFetcher.ts'
import { type LookupCache, rowsParser } from '../connector-kit/lookupCaches.ts'
import {
  createSharedDeps,
  lookupName,
  type PlatformSetting,
  type SharedDeps,
} from '../connector-kit/platform.ts'
import type { PublicFetch } from '../connector-kit/publicFetch.ts'
import type { ProQuota } from './quota.ts'
import { type EntityRow, entityRow } from './rows.ts'

export interface ProSetting extends PlatformSetting {
  readonly quota: ProQuota
  /** Fetches images from URLs that callers provide. */
  readonly images: ImageFetcher
  /** Fetches videos in parts from URLs that callers provide. */
  readonly videos: PublicFetch
}

export interface ProPlatform extends ProSetting, SharedDeps {
  /** Cached targeting entities, which are the same for all accounts. */
  readonly entities: LookupCache<readonly EntityRow[]>
}

export function createProPlatform(setting: ProSetting): ProPlatform {
  return {
    ...setting,
    ...createSharedDeps('pro', setting),
    entities: setting.lookups.createCache({
      name: lookupName('pro', setting.endpoints, 'entities'),
      ttlMs: dayMs,
      maxSize: 2000,
      parse: rowsParser(entityRow),
    }),
  }
}
