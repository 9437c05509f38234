// Searching what ads can be aimed at: interests, places, languages, devices.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search

import { devices, operatingSystems } from './catalogue/devices.ts'
import { type TargetingEntry, targetingEntries } from './catalogue/interests.ts'
import { locales } from './catalogue/locales.ts'
import { type Place, places } from './catalogue/places.ts'
import { specialCategories } from './changes.ts'
import { invalid } from './errors.ts'
import type { Listing, NodeKind } from './nodes.ts'
import { byPosition } from './paging.ts'
import type { Params } from './request.ts'

export const targetingParams = ['q', 'limit_type', 'regulated_categories', 'regulated_countries']

const limitTypes = [
  'interests',
  'behaviors',
  'life_events',
  'work_positions',
  'work_employers',
  'industries',
  'education_schools',
  'education_majors',
  'education_statuses',
  'relationship_statuses',
  'income',
  'family_statuses',
  'user_adclusters',
]

export const searchParams = [
  'type',
  'q',
  'class',
  'location_types',
  'country_code',
  'region_id',
  'interest_list',
  'interest_fbid_list',
]

/** Exact matches first, then those that begin with the words, then those that hold them. */
function ranked<Item>(items: readonly Item[], query: string, nameOf: (item: Item) => string): Item[] {
  const words = query.trim().toLowerCase()
  return items
    .map((item) => ({ item, rank: rankOf(nameOf(item).toLowerCase(), words) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

function rankOf(name: string, words: string): number {
  if (name === words) return 0
  if (name.startsWith(words)) return 1
  if (name.includes(` ${words}`)) return 2
  return name.includes(words) && words.length > 2 ? 3 : 4
}

export function searchInterests(params: Params): TargetingEntry[] {
  const query = params.requiredText('q')
  const type = params.choice('limit_type', limitTypes)
  const regulated = (params.choices('regulated_categories', specialCategories) ?? []).filter(
    (category) => category !== 'NONE',
  )
  const countries = params.list('regulated_countries')
  countries?.forEach((code, index) => {
    if (!/^[A-Z]{2}$/.test(code))
      throw invalid(`Param regulated_countries[${index}] must be a valid country code - got "${code}".`, {
        blame: ['regulated_countries'],
      })
  })
  return ranked(
    targetingEntries.filter(
      (entry) => (type === undefined || entry.type === type) && (regulated.length === 0 || !entry.restricted),
    ),
    query,
    (entry) => entry.name,
  )
}

export const targetingKind: NodeKind<TargetingEntry> = {
  type: 'AdAccountTargetingUnified',
  id: (entry) => entry.id,
  usual: ['name', 'type', 'path', 'audience_size_lower_bound', 'audience_size_upper_bound', 'description'],
  fields: {
    name: (entry) => entry.name,
    type: (entry) => entry.type,
    path: (entry) => entry.path,
    audience_size_lower_bound: (entry) => entry.lowest,
    audience_size_upper_bound: (entry) => entry.highest,
    description: (entry) => entry.description,
  },
}

/** `/search?type=…` */
export function searchListing(params: Params): Listing & { readonly usualLimit: number } {
  params.requiredText('type')
  const type = params.choice('type', [
    'adinterest',
    'adinterestsuggestion',
    'adinterestvalid',
    'adgeolocation',
    'adlocale',
    'adTargetingCategory',
    'adcountry',
  ])
  switch (type) {
    case 'adinterest': {
      const interests = targetingEntries.filter((entry) => entry.type === 'interests')
      return listing(
        interestKind,
        ranked(interests, params.requiredText('q'), (entry) => entry.name),
        25,
      )
    }
    case 'adinterestsuggestion': {
      const names = params.list('interest_list') ?? []
      const branches = new Set(
        targetingEntries.filter((entry) => names.includes(entry.name)).map((entry) => entry.path[2]),
      )
      const items = targetingEntries.filter(
        (entry) => entry.type === 'interests' && branches.has(entry.path[2]) && !names.includes(entry.name),
      )
      return listing(interestKind, items, 25)
    }
    case 'adinterestvalid':
      return listing(validKind, validated(params), 1_000)
    case 'adlocale': {
      const query = (params.text('q') ?? '').trim()
      return listing(localeKind, query === '' ? locales : ranked(locales, query, (locale) => locale.name), 25)
    }
    case 'adTargetingCategory':
      return categories(params)
    default:
      return listing(placeKind, searchPlaces(params, type === 'adcountry' ? ['country'] : undefined), 25)
  }
}

function listing(kind: NodeKind, items: readonly unknown[], usualLimit: number) {
  return { kind, items, cursors: byPosition, usualLimit }
}

const interestKind: NodeKind<TargetingEntry> = {
  type: 'AdInterest',
  id: (entry) => entry.id,
  usual: ['name', 'audience_size_lower_bound', 'audience_size_upper_bound', 'path', 'description', 'topic'],
  fields: {
    name: (entry) => entry.name,
    audience_size_lower_bound: (entry) => entry.lowest,
    audience_size_upper_bound: (entry) => entry.highest,
    path: (entry) => entry.path,
    // Present and null, unlike everywhere else.
    description: () => null,
    topic: (entry) => entry.path[1],
    disambiguation_category: () => undefined,
  },
}

function validated(params: Params): { name: string; entry?: TargetingEntry }[] {
  const names = params.list('interest_list')
  const ids = params.list('interest_fbid_list')
  if (names === undefined && ids === undefined)
    throw invalid('The parameter interest_list is required.', { blame: ['interest_list'] })
  const find = (wanted: string, test: (entry: TargetingEntry) => boolean) => {
    const entry = targetingEntries.find((each) => each.type === 'interests' && test(each))
    return entry === undefined ? { name: wanted } : { name: entry.name, entry }
  }
  return [
    ...(names ?? []).map((name) => find(name, (entry) => entry.name.toLowerCase() === name.toLowerCase())),
    ...(ids ?? []).map((id) => find(id, (entry) => entry.id === id)),
  ]
}

const validKind: NodeKind<{ name: string; entry?: TargetingEntry }> = {
  type: 'AdInterestValid',
  usual: ['name', 'valid', 'id', 'audience_size_lower_bound', 'audience_size_upper_bound', 'path'],
  fields: {
    name: (row) => row.name,
    valid: (row) => row.entry !== undefined,
    id: (row) => row.entry?.id,
    audience_size_lower_bound: (row) => row.entry?.lowest,
    audience_size_upper_bound: (row) => row.entry?.highest,
    path: (row) => row.entry?.path,
  },
}

const localeKind: NodeKind<{ key: number; name: string }> = {
  type: 'AdLocale',
  usual: ['key', 'name'],
  fields: { key: (locale) => locale.key, name: (locale) => locale.name },
}

interface Category {
  readonly name: string
  readonly description: string
  readonly platform?: string
  readonly lowest?: number
  readonly highest?: number
  readonly type: string
  readonly id?: string
  readonly path?: readonly string[]
}

/** `q` plays no part here, and without a limit only eight rows come. */
function categories(params: Params) {
  params.requiredText('class')
  const kind = params.choice('class', [
    'user_os',
    'user_device',
    'interests',
    'behaviors',
    'life_events',
    'industries',
    'demographics',
  ])
  if (kind === 'user_os') {
    const rows = operatingSystems.map(
      ({ platform, versions }): Category => ({
        name: platform,
        description: versions.join(';'),
        platform,
        type: 'user_os',
      }),
    )
    return listing(categoryKind, rows, 8)
  }
  if (kind === 'user_device') {
    return listing(
      categoryKind,
      devices.map((device): Category => ({ ...device, type: 'user_device' })),
      8,
    )
  }
  const rows = targetingEntries
    .filter((entry) => entry.type === kind || (kind === 'demographics' && entry.path[0] === 'Demographics'))
    .map((entry): Category => ({ ...entry, description: entry.description ?? '' }))
  return listing(categoryKind, rows, 8)
}

const categoryKind: NodeKind<Category> = {
  type: 'AdTargetingCategory',
  usual: [
    'id',
    'name',
    'description',
    'platform',
    'audience_size_lower_bound',
    'audience_size_upper_bound',
    'path',
    'type',
  ],
  fields: {
    id: (row) => row.id,
    name: (row) => row.name,
    description: (row) => row.description,
    platform: (row) => row.platform,
    audience_size_lower_bound: (row) => row.lowest,
    audience_size_upper_bound: (row) => row.highest,
    path: (row) => row.path,
    type: (row) => row.type,
  },
}

const locationTypes = [
  'country',
  'country_group',
  'region',
  'city',
  'zip',
  'geo_market',
  'electoral_district',
  'subcity',
  'neighborhood',
  'large_geo_area',
  'medium_geo_area',
  'small_geo_area',
  'metro_area',
  'subneighborhood',
]

function searchPlaces(params: Params, only?: readonly string[]): Place[] {
  const types = only ?? params.choices('location_types', locationTypes)
  // Who asks for cities gets their parts as well.
  const wanted = types?.includes('city') ? [...types, 'subcity'] : types
  const country = params.text('country_code')
  const region = params.integer('region_id')
  const query = params.text('q') ?? ''
  const fitting = places.filter(
    (place) =>
      (wanted === undefined || wanted.includes(place.type)) &&
      (country === undefined || country === '' || place.countryCode === country) &&
      (region === undefined ||
        place.regionId === region ||
        (place.type === 'region' && place.key === String(region))),
  )
  if (query.trim() === '')
    return types?.every((type) => type === 'country' || type === 'country_group') ? fitting : []
  const hits = ranked(fitting, query, (place) =>
    place.type === 'country' && query.trim() === place.key ? query : place.name,
  )
  return mixedByType(hits, query)
}

/** Exact names first; after them the kinds of places take turns, so that none hides behind the cities. */
function mixedByType(hits: readonly Place[], query: string): Place[] {
  const seen = new Map<string, number>()
  const exact = query.trim().toLowerCase()
  return hits
    .map((place) => {
      const turn = seen.get(place.type) ?? 0
      seen.set(place.type, turn + 1)
      return { place, turn: place.name.toLowerCase() === exact ? -1 : turn }
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ place }) => place)
}

const placeKind: NodeKind<Place> = {
  type: 'AdGeoLocation',
  usual: [
    'key',
    'name',
    'type',
    'country_code',
    'country_name',
    'country_codes',
    'is_worldwide',
    'region',
    'region_id',
    'primary_city',
    'primary_city_id',
    'geo_hierarchy_level',
    'geo_hierarchy_name',
    'supports_region',
    'supports_city',
  ],
  fields: {
    key: (place) => place.key,
    name: (place) => place.name,
    type: (place) => place.type,
    country_code: (place) => place.countryCode,
    country_name: (place) => (place.type === 'country' ? undefined : place.countryName),
    country_codes: (place) => place.countryCodes,
    is_worldwide: (place) => (place.countryCodes === undefined ? undefined : place.key === 'worldwide'),
    region: (place) => place.region,
    region_id: (place) => place.regionId,
    primary_city: (place) => place.primaryCity,
    primary_city_id: (place) => place.primaryCityId,
    geo_hierarchy_level: (place) => place.level?.[0],
    geo_hierarchy_name: (place) => place.level?.[1],
    supports_region: () => true,
    supports_city: () => true,
  },
}
