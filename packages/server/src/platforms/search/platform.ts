// State that all connectors of the search platform share. The process creates it once, and its caches are
// bounded.

import { Cache } from '../../concurrency/cache.ts'
import { dayMs } from '../../runtime/durations.ts'
import { createRowsParser, type LookupCache } from '../connector-kit/lookupCaches.ts'
import {
  createSharedDeps,
  lookupName,
  type PlatformDeps,
  type SharedDeps,
} from '../connector-kit/platform.ts'
import type { Row } from '../connector-kit/rows.ts'
import type { ImageSources } from '../connector-kit/workspaceImages.ts'
import { type GeoTargetName, geoTargetNameRow } from './adRows.ts'
import type { SearchQuota } from './quota.ts'
import { currencyRow, type GeoTarget, geoTargetRow, languageRow, suggestionsRow } from './rows.ts'

export interface SearchPlatformDeps extends PlatformDeps {
  /** Returns the current time of the platform's clock. */
  now(): number
  readonly developerToken: string
  readonly imageSources: ImageSources
  readonly quota: SearchQuota
}

export interface SearchPlatform extends SearchPlatformDeps, SharedDeps {
  /** Cached catalogs of the platform. Their content is the same for all accounts. */
  readonly catalogs: {
    readonly languages: LookupCache<readonly Row<typeof languageRow>[]>
    readonly currencies: LookupCache<readonly Row<typeof currencyRow>[]>
    /** Each entry contains the targets that one query requested together. */
    readonly geoTargets: LookupCache<readonly Row<typeof geoTargetRow>[]>
    readonly geoTargetsById: Cache<GeoTarget>
    /** Names of the targets that one query requested together. */
    readonly geoTargetNames: LookupCache<readonly Row<typeof geoTargetNameRow>[]>
    readonly geoTargetNamesById: Cache<GeoTargetName>
    readonly suggestions: LookupCache<Row<typeof suggestionsRow>>
  }
  /** Cached by account id. */
  readonly imageEligibility: Cache<{ readonly eligible: boolean; readonly reason: string }>
}

export function createSearchPlatform(deps: SearchPlatformDeps): SearchPlatform {
  const { runtime, lookups } = deps
  const catalogKind = (name: string, maxEntries: number) => ({
    name: lookupName('search', deps.appConfig, name),
    ttlMs: dayMs,
    maxSize: maxEntries,
  })
  return {
    ...deps,
    ...createSharedDeps('search', deps),
    catalogs: {
      languages: lookups.createCache({
        ...catalogKind('languages', 1),
        parse: createRowsParser(languageRow),
      }),
      currencies: lookups.createCache({
        ...catalogKind('currencies', 1),
        parse: createRowsParser(currencyRow),
      }),
      geoTargets: lookups.createCache({
        ...catalogKind('geoTargets', 100),
        parse: createRowsParser(geoTargetRow),
      }),
      geoTargetsById: new Cache(runtime, { ttlMs: dayMs, maxSize: 50_000 }),
      geoTargetNames: lookups.createCache({
        ...catalogKind('geoTargetNames', 100),
        parse: createRowsParser(geoTargetNameRow),
      }),
      geoTargetNamesById: new Cache(runtime, { ttlMs: dayMs, maxSize: 50_000 }),
      suggestions: lookups.createCache({ ...catalogKind('suggestions', 2000), parse: suggestionsRow.parse }),
    },
    imageEligibility: new Cache(runtime, { ttlMs: dayMs, maxSize: 10_000 }),
  }
}
