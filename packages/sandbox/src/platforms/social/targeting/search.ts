// The search call: interests, languages, devices, operating systems, and places.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search

import { invalidParameter } from '../errors.ts'
import { type AnyKind, type Listing, type NodeKind, plainFields } from '../graph/nodeKind.ts'
import { positionCursors } from '../graph/paging.ts'
import type { Params } from '../graph/request.ts'
import { devices, locales, operatingSystems, type TargetingEntry, targetingEntries } from './catalogs.ts'
import { placeKind, searchPlaces } from './place.ts'
import { rankByName } from './targeting.ts'

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

/** Serves `/search?type=…`. */
export function searchListing(params: Params): Listing & { readonly defaultLimit: number } {
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
      const interests = targetingEntries().filter((entry) => entry.type === 'interests')
      return createListing(
        interestKind,
        rankByName(interests, params.requiredText('q'), (entry) => entry.name),
        25,
      )
    }
    case 'adinterestsuggestion': {
      const names = params.list('interest_list') ?? []
      const branches = new Set(
        targetingEntries()
          .filter((entry) => names.includes(entry.name))
          .map((entry) => entry.path[2]),
      )
      const items = targetingEntries().filter(
        (entry) => entry.type === 'interests' && branches.has(entry.path[2]) && !names.includes(entry.name),
      )
      return createListing(interestKind, items, 25)
    }
    case 'adinterestvalid':
      return createListing(validationKind, validateInterests(params), 1_000)
    case 'adlocale': {
      const query = (params.text('q') ?? '').trim()
      return createListing(
        localeKind,
        query === '' ? locales() : rankByName(locales(), query, (locale) => locale.name),
        25,
      )
    }
    case 'adTargetingCategory':
      return listCategories(params)
    default:
      return createListing(
        placeKind,
        searchPlaces(params, type === 'adcountry' ? ['country'] : undefined),
        25,
      )
  }
}

function createListing(kind: AnyKind, items: readonly unknown[], defaultLimit: number) {
  return { kind, items, cursors: positionCursors, defaultLimit }
}

const interestKind: NodeKind<TargetingEntry> = {
  type: 'AdInterest',
  id: (entry) => entry.id,
  defaultFields: [
    'name',
    'audience_size_lower_bound',
    'audience_size_upper_bound',
    'path',
    'description',
    'topic',
  ],
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

function validateInterests(params: Params): { name: string; entry?: TargetingEntry }[] {
  const names = params.list('interest_list')
  const ids = params.list('interest_fbid_list')
  if (names === undefined && ids === undefined)
    throw invalidParameter('The parameter interest_list is required.', { blame: ['interest_list'] })
  const findInterest = (requested: string, test: (entry: TargetingEntry) => boolean) => {
    const entry = targetingEntries().find((each) => each.type === 'interests' && test(each))
    return entry === undefined ? { name: requested } : { name: entry.name, entry }
  }
  return [
    ...(names ?? []).map((name) =>
      findInterest(name, (entry) => entry.name.toLowerCase() === name.toLowerCase()),
    ),
    ...(ids ?? []).map((id) => findInterest(id, (entry) => entry.id === id)),
  ]
}

const validationKind: NodeKind<{ name: string; entry?: TargetingEntry }> = {
  type: 'AdInterestValid',
  defaultFields: ['name', 'valid', 'id', 'audience_size_lower_bound', 'audience_size_upper_bound', 'path'],
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
  defaultFields: ['key', 'name'],
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

/** `q` has no effect here, and the default limit is only eight rows. */
function listCategories(params: Params) {
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
    const rows = operatingSystems().map(
      ({ platform, versions }): Category => ({
        name: platform,
        description: versions.join(';'),
        platform,
        type: 'user_os',
      }),
    )
    return createListing(categoryKind, rows, 8)
  }
  if (kind === 'user_device') {
    return createListing(
      categoryKind,
      devices().map((device): Category => ({ ...device, type: 'user_device' })),
      8,
    )
  }
  const rows = targetingEntries()
    .filter((entry) => entry.type === kind || (kind === 'demographics' && entry.path[0] === 'Demographics'))
    .map((entry): Category => ({ ...entry, description: entry.description ?? '' }))
  return createListing(categoryKind, rows, 8)
}

const categoryKind: NodeKind<Category> = {
  type: 'AdTargetingCategory',
  defaultFields: [
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
    ...plainFields<Category>('id', 'name', 'description', 'platform'),
    audience_size_lower_bound: (row) => row.lowest,
    audience_size_upper_bound: (row) => row.highest,
    ...plainFields<Category>('path', 'type'),
  },
}
