// Targeting search of an ad account, which respects special ad categories.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search

import { invalidParameter } from '../errors.ts'
import { type NodeKind, plainFields } from '../graph/nodeKind.ts'
import type { Params } from '../graph/request.ts'
import { specialCategories } from '../specialCategories.ts'
import { type TargetingEntry, targetingEntries } from './catalogs.ts'

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

/** Exact matches come first, then names that begin with the text, then names that contain it. */
export function rankByName<Item>(
  items: readonly Item[],
  query: string,
  getName: (item: Item) => string,
): Item[] {
  const searchText = query.trim().toLowerCase()
  return items
    .map((item) => ({ item, rank: computeRank(getName(item).toLowerCase(), searchText) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

function computeRank(name: string, searchText: string): number {
  if (name === searchText) return 0
  if (name.startsWith(searchText)) return 1
  if (name.includes(` ${searchText}`)) return 2
  return name.includes(searchText) && searchText.length > 2 ? 3 : 4
}

export function searchInterests(params: Params): TargetingEntry[] {
  const query = params.requiredText('q')
  const type = params.choice('limit_type', limitTypes)
  const regulatedCategories = (params.choices('regulated_categories', specialCategories) ?? []).filter(
    (category) => category !== 'NONE',
  )
  const countries = params.list('regulated_countries')
  countries?.forEach((code, index) => {
    if (!/^[A-Z]{2}$/.test(code))
      throw invalidParameter(
        `Param regulated_countries[${index}] must be a valid country code - got "${code}".`,
        {
          blame: ['regulated_countries'],
        },
      )
  })
  return rankByName(
    targetingEntries().filter(
      (entry) =>
        (type === undefined || entry.type === type) &&
        (regulatedCategories.length === 0 || !entry.restricted),
    ),
    query,
    (entry) => entry.name,
  )
}

export const targetingKind: NodeKind<TargetingEntry> = {
  type: 'AdAccountTargetingUnified',
  id: (entry) => entry.id,
  defaultFields: [
    'name',
    'type',
    'path',
    'audience_size_lower_bound',
    'audience_size_upper_bound',
    'description',
  ],
  fields: {
    ...plainFields<TargetingEntry>('name', 'type', 'path'),
    audience_size_lower_bound: (entry) => entry.lowest,
    audience_size_upper_bound: (entry) => entry.highest,
    description: (entry) => entry.description,
  },
}
