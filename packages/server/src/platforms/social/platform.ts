// What all connectors of the social platform share: made once, bounded in size.

import { Memory } from '../../base/memory.ts'
import type { Images } from '../kit/images.ts'
import { type Lookup, rowsOf } from '../kit/lookups.ts'
import { lookupName, type PlatformSetting, type SharedParts, sharedParts } from '../kit/platform.ts'
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
  readonly images: Images
  /** Is told what the platform's answers say about the version that was asked for. */
  saysOfVersion(note: string): void
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Report runs that were ordered together, so that their figures are of one time. */
export interface OrderedRuns {
  readonly ids: readonly string[]
  readonly orderedAt: number
}

export interface SocialPlatform extends SocialSetting, SharedParts {
  /** Public catalogues: the same for everybody. */
  readonly catalogues: {
    readonly systems: Lookup<readonly Row<typeof systemRow>[]>
    readonly locales: Lookup<readonly Row<typeof localeRow>[]>
    readonly places: Lookup<readonly Row<typeof placeRow>[]>
    readonly interests: Lookup<readonly Row<typeof interestRow>[]>
  }
  /** Pixel sizes of photo media, which never change. */
  readonly sizes: Memory<Size>
  /** Page tokens that took the place of stored ones that were refused. */
  readonly pageTokens: Memory<string>
  /** Report runs that were started and not read yet. */
  readonly reportRuns: Memory<OrderedRuns>
  /** Those that are made: whoever asks again because others are late is not made late by them. */
  readonly doneRuns: Memory<OrderedRuns>
  /** When the budgets of ad sets were changed lately. */
  readonly budgetChanges: Memory<readonly number[]>
}

export function socialPlatform(setting: SocialSetting): SocialPlatform {
  const { runtime, lookups } = setting
  const lookup = <Of extends Shape>(
    name: string,
    rows: RowKind<Of>,
    bounds: { readonly keepMs: number; readonly most: number },
  ): Lookup<readonly RowOf<Of>[]> =>
    lookups.of({ name: lookupName('social', setting.endpoints, name), read: rowsOf(rows), ...bounds })
  return {
    ...setting,
    ...sharedParts('social', setting),
    catalogues: {
      systems: lookup('systems', systemRow, { keepMs: dayMs, most: 10 }),
      locales: lookup('locales', localeRow, { keepMs: 7 * dayMs, most: 10 }),
      places: lookup('places', placeRow, { keepMs: dayMs, most: 2000 }),
      interests: lookup('interests', interestRow, { keepMs: hourMs, most: 2000 }),
    },
    sizes: new Memory(runtime, { keepMs: dayMs, most: 20_000 }),
    pageTokens: new Memory(runtime, { keepMs: hourMs, most: 5000 }),
    reportRuns: new Memory(runtime, { keepMs: 30 * minuteMs, most: 5000 }),
    doneRuns: new Memory(runtime, { keepMs: 5 * minuteMs, most: 5000 }),
    budgetChanges: new Memory(runtime, { keepMs: hourMs, most: 50_000 }),
  }
}
