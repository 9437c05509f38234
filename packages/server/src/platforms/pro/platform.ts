// State that all LinkedIn connectors share. The process creates it once.

import { Cache } from '../../concurrency/cache.ts'
import { dayMs } from '../../runtime/durations.ts'
import { createRowsParser, type LookupCache } from '../connector-kit/lookupCaches.ts'
import {
  createSharedDeps,
  lookupName,
  type PlatformDeps,
  type SharedDeps,
} from '../connector-kit/platform.ts'
import type { PublicFetch } from '../connector-kit/publicFetch.ts'
import type { ImageSources } from '../connector-kit/workspaceImages.ts'
import type { ProQuota } from './quota.ts'
import { type EntityRow, entityRow } from './rows.ts'

export interface ProPlatformDeps extends PlatformDeps {
  readonly quota: ProQuota
  /** Fetches images from URLs that callers provide. */
  readonly imageSources: ImageSources
  /** Fetches videos in parts from URLs that callers provide. */
  readonly videoFetcher: PublicFetch
}

export interface ProPlatform extends ProPlatformDeps, SharedDeps {
  /** Cached targeting entities, which are the same for all accounts. */
  readonly entities: LookupCache<readonly EntityRow[]>
  readonly entitiesByUrn: Cache<EntityRow>
}

export function createProPlatform(deps: ProPlatformDeps): ProPlatform {
  return {
    ...deps,
    ...createSharedDeps('pro', deps),
    entities: deps.lookups.createCache({
      name: lookupName('pro', deps.appConfig, 'entities'),
      ttlMs: dayMs,
      maxSize: 2000,
      parse: createRowsParser(entityRow),
    }),
    entitiesByUrn: new Cache(deps.runtime, { ttlMs: dayMs, maxSize: 20_000 }),
  }
}
