// Dependencies and caches that all connectors of the social platform share. Created once, with bounded size.

import { Cache } from '../../concurrency/cache.ts'
import { dayMs, hourMs, minuteMs } from '../../runtime/durations.ts'
import { createRowsParser, type LookupCache } from '../connector-kit/lookupCaches.ts'
import {
  createSharedDeps,
  lookupName,
  type PlatformDeps,
  type SharedDeps,
} from '../connector-kit/platform.ts'
import type { Row, RowKind, RowOf, Shape } from '../connector-kit/rows.ts'
import type { ImageSources } from '../connector-kit/workspaceImages.ts'
import type { SocialLimiter } from './limiter.ts'
import { interestRow, localeRow, placeRow, systemRow } from './rows.ts'

export interface SocialPlatformDeps extends PlatformDeps {
  /** Additional origin of media whose size may be read. Empty for the live platform. */
  readonly sandboxOrigin: string
  readonly limiter: SocialLimiter
  /** Fetches images that callers name by URL. */
  readonly imageSources: ImageSources
  /** Called with the platform's notices about the requested version. */
  onVersionNotice(note: string): void
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** Report runs that were ordered together, so that their metrics are from the same time. */
export interface ReportRuns {
  readonly ids: readonly string[]
  readonly orderedAt: number
}

export interface SocialPlatform extends SocialPlatformDeps, SharedDeps {
  /** Public catalogs, which are the same for all users. */
  readonly catalogs: {
    readonly systems: LookupCache<readonly Row<typeof systemRow>[]>
    readonly locales: LookupCache<readonly Row<typeof localeRow>[]>
    readonly places: LookupCache<readonly Row<typeof placeRow>[]>
    readonly interests: LookupCache<readonly Row<typeof interestRow>[]>
  }
  /** Pixel sizes of photo media. Sizes never change. */
  readonly imageSizes: Cache<ImageSize>
  /** Page tokens that replace rejected stored tokens. */
  readonly pageTokens: Cache<string>
  /** Report runs that were ordered and not read yet. */
  readonly pendingRuns: Cache<ReportRuns>
  /**
   * Completed report runs. A request that was retried because other reports were late reads these again
   * without a new order.
   */
  readonly completedRuns: Cache<ReportRuns>
  /** Recent budget change times of ad sets. */
  readonly budgetChanges: Cache<readonly number[]>
}

export function createSocialPlatform(deps: SocialPlatformDeps): SocialPlatform {
  const { runtime, lookups } = deps
  const createLookup = <RowShape extends Shape>(
    name: string,
    rowKind: RowKind<RowShape>,
    bounds: { readonly ttlMs: number; readonly maxSize: number },
  ): LookupCache<readonly RowOf<RowShape>[]> =>
    lookups.createCache({
      name: lookupName('social', deps.appConfig, name),
      parse: createRowsParser(rowKind),
      ...bounds,
    })
  return {
    ...deps,
    ...createSharedDeps('social', deps),
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
