// Catalogs for targeting: places, interests and similar categories, languages, devices. Names are the
// sandbox's own choice of everyday words. Keys and sizes are its own too, except where a documented example
// uses one.

import { lazy, readTable } from '../../../core/dataFiles.ts'

export interface TargetingPlace {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly countryCode?: string
  readonly countryName?: string
  readonly region?: string
  readonly regionId?: number
  readonly countryCodes?: readonly string[]
  readonly primaryCity?: string
  readonly primaryCityId?: number
  /** The place's level among the parts of a city, in the platform's two terms. */
  readonly level?: readonly [string, string]
}

export const places = lazy((): readonly TargetingPlace[] =>
  readTable('social/places.tsv', [
    'type',
    'key',
    'name',
    'countryCode',
    'countryName',
    'regionId',
    'region',
    'primaryCityId',
    'primaryCity',
    'level',
    'countryCodes',
  ]).map((row) => {
    const [upper, lower] = row.level.split(' ')
    return {
      key: row.key,
      name: row.name,
      type: row.type,
      ...(row.countryCode === '' ? {} : { countryCode: row.countryCode, countryName: row.countryName }),
      ...(row.region === '' ? {} : { region: row.region, regionId: Number(row.regionId) }),
      ...(row.primaryCity === ''
        ? {}
        : { primaryCity: row.primaryCity, primaryCityId: Number(row.primaryCityId) }),
      ...(upper === undefined || lower === undefined ? {} : { level: [upper, lower] as const }),
      ...(row.countryCodes === '' ? {} : { countryCodes: row.countryCodes.split(' ') }),
    }
  }),
)

export interface TargetingEntry {
  readonly id: string
  readonly name: string
  /** Type of category: `interests`, `behaviors`, `life_events` … */
  readonly type: string
  readonly path: readonly string[]
  readonly lowest: number
  readonly highest: number
  readonly description?: string
  /** Whether advertisers of housing, employment or credit may not use the category. */
  readonly restricted: boolean
}

export const targetingEntries = lazy((): readonly TargetingEntry[] =>
  readTable('social/targeting.tsv', [
    'type',
    'id',
    'name',
    'branch',
    'lowest',
    'highest',
    'restricted',
    'description',
  ]).map(({ type, id, name, branch, lowest, highest, restricted, description }) => ({
    id,
    name,
    type,
    path: [...branch.split('/'), name],
    lowest: Number(lowest),
    highest: Number(highest),
    ...(description === '' ? {} : { description }),
    restricted: restricted === 'yes',
  })),
)

export interface TargetingLocale {
  /** Keys from 1001 on stand for all variants of a language. */
  readonly key: number
  readonly name: string
}

export const locales = lazy((): readonly TargetingLocale[] =>
  readTable('social/locales.tsv', ['key', 'name']).map(({ key, name }) => ({ key: Number(key), name })),
)

export interface TargetingDevice {
  readonly name: string
  readonly description: string
  readonly platform: string
  readonly lowest: number
  readonly highest: number
}

export const devices = lazy((): readonly TargetingDevice[] =>
  readTable('social/devices.tsv', ['name', 'description', 'platform', 'lowest', 'highest']).map((row) => ({
    ...row,
    lowest: Number(row.lowest),
    highest: Number(row.highest),
  })),
)

export interface OperatingSystem {
  readonly platform: string
  readonly versions: readonly string[]
}

export const operatingSystems = lazy((): readonly OperatingSystem[] =>
  readTable('social/operatingSystems.tsv', ['platform', 'versions']).map(({ platform, versions }) => ({
    platform,
    versions: versions.split(' '),
  })),
)
