// State that all connectors of the search platform share. The process creates it once, and its caches are
// bounded.

import { Memory } from '../../base/memory.ts'
import type { Images } from '../kit/images.ts'
import { type Lookup, rowsOf } from '../kit/lookups.ts'
import { lookupName, type PlatformSetting, type SharedParts, sharedParts } from '../kit/platform.ts'
import type { Row } from '../kit/rows.ts'
import type { SearchQuota } from './quota.ts'
import { currencyRow, type GeoTarget, geoTargetRow, languageRow, suggestionsRow } from './rows.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface SearchSetting extends PlatformSetting {
  /** Returns the current time of the platform's clock. */
  now(): number
  readonly developerToken: string
  readonly images: Images
  readonly quota: SearchQuota
}

export interface SearchPlatform extends SearchSetting, SharedParts {
  /** Cached catalogs of the platform. Their content is the same for all accounts. */
  readonly catalogues: {
    readonly languages: Lookup<readonly Row<typeof languageRow>[]>
    readonly currencies: Lookup<readonly Row<typeof currencyRow>[]>
    /** Each entry contains the targets that one query requested together. */
    readonly geoTargets: Lookup<readonly Row<typeof geoTargetRow>[]>
    readonly geoTarget: Memory<GeoTarget>
    readonly suggestions: Lookup<Row<typeof suggestionsRow>>
  }
  /** Cached by account id. */
  readonly imageEligibility: Memory<{ readonly eligible: boolean; readonly reason: string }>
}

export function searchPlatform(setting: SearchSetting): SearchPlatform {
  const { runtime, lookups } = setting
  const kind = (name: string, most: number) => ({
    name: lookupName('search', setting.endpoints, name),
    keepMs: dayMs,
    most,
  })
  return {
    ...setting,
    ...sharedParts('search', setting),
    catalogues: {
      languages: lookups.of({ ...kind('languages', 1), read: rowsOf(languageRow) }),
      currencies: lookups.of({ ...kind('currencies', 1), read: rowsOf(currencyRow) }),
      geoTargets: lookups.of({ ...kind('geoTargets', 100), read: rowsOf(geoTargetRow) }),
      geoTarget: new Memory(runtime, { keepMs: dayMs, most: 50_000 }),
      suggestions: lookups.of({ ...kind('suggestions', 2000), read: suggestionsRow.read }),
    },
    imageEligibility: new Memory(runtime, { keepMs: dayMs, most: 10_000 }),
  }
}
