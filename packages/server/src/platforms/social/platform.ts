// What all connectors of the social platform share: made once, bounded in size.

import { Cache } from '../../base/memory.ts'
import type { ImageFetcher } from '../kit/images.ts'
import { type LookupCache, rowsParser } from '../kit/lookups.ts'
import { createSharedDeps, lookupName, type PlatformSetting, type SharedDeps } from '../kit/platform.ts'
import type { Row, RowKind, RowOf, Shape } from '../kit/rows.ts'
import type { SocialLimiter } from './limiter.ts'
import { interestRow, localeRow, placeRow, systemRow } from './rows.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export interface SocialSetting extends PlatformSetting {
  /** The origin whose media may be looked at besides the platform's own; empty when live. */
  readonly sandboxOrigin: string
  readonly limiter: SocialLimiter
  /** Images that callers name by URL. */
  readonly images: ImageFetcher
  /** Is told what the platform's answers say about the version that was asked for. */
  onVersionNotice(note: string): void
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** Report runs that were ordered together, so that their figures are of one time. */
export interface ReportRuns {
  readonly ids: readonly string[]
  readonly orderedAt: number
}

export interface SocialPlatform extends SocialSetting, SharedDeps {
  /** Public catalogues: the same for everybody. */
  readonly catalogs: {
    readonly systems: LookupCache<readonly Row<typeof systemRow>[]>
    readonly locales: LookupCache<readonly Row<typeof localeRow>[]>
    readonly places: LookupCache<readonly Row<typeof placeRow>[]>
    readonly interests: LookupCache<readonly Row<typeof interestRow>[]>
  }
  /** Pixel sizes of photo media, which never change. */
  readonly imageSizes: Cache<ImageSize>
  /** Page tokens that took the place of stored ones that were refused. */
  readonly pageTokens: Cache<string>
  /** Report runs that were started and not read yet. */
  readonly pendingRuns: Cache<ReportRuns>
  /** Those that are made: whoever asks again because others are late is not made late by them. */
  readonly completedRuns: Cache<ReportRuns>
  /** When the budgets of ad sets were changed lately. */
  readonly budgetChanges: Cache<readonly number[]>
}

export function createSocialPlatform(setting: SocialSetting): SocialPlatform {
  const { runtime, lookups } = setting
  const createLookup = <RowShape extends Shape>(
    name: string,
    rowKind: RowKind<RowShape>,
    bounds: { readonly ttlMs: number; readonly maxSize: number },
  ): LookupCache<readonly RowOf<RowShape>[]> =>
    lookups.createCache({
      name: lookupName('social', setting.endpoints, name),
      parse: rowsParser(rowKind),
      ...bounds,
    })
  return {
    ...setting,
    ...createSharedDeps('social', setting),
    catalogs: {
      systems: createLookup('systems', systemRow, { ttlMs: dayMs, maxSize: 10 }),
      locales: createLookup('locales', localeRow, { ttlMs: 7 * dayMs, maxSize: 10 }),
      places: createLookup('places', placeRow, { ttlMs: dayMs, maxSize: 2000 }),
      interests: createLookup('interests', interestRow, { ttlMs: hourMs, maxSize: 2000 }),
    },
    imageSizes: new Cache(runtime, { ttlMs: dayMs, maxSize: 20_000 }),
    pageTokens: new Cache(runtime, { ttlMs: hourMs, maxSize: 5000 }),
    pendingRuns: new Cache(runtime, { ttlMs: 30 * minuteMs, maxSize: 5000 }),
    completedRuns: new Cache(runtime, { ttlMs: 5 * minuteMs, maxSize: 5000 }),
    budgetChanges: new Cache(runtime, { ttlMs: hourMs, maxSize: 50_000 }),
  }
}
