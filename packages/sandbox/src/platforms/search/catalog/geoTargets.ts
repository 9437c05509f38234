// The catalog of geo targets: countries, regions, cities, by id or by name.
// https://developers.google.com/google-ads/api/data/geotargets
// Ids of countries are 2000 + ISO 3166-1 numeric. Ids of states and cities are the platform's own where they
// are known, otherwise invented. The reach is an approximate number of people.

import { lazy, readTable } from '../../../core/dataFiles.ts'
import type { WireObject } from '../wire.ts'

interface GeoPlace {
  readonly target: WireObject
  /** Name in lower case without diacritics. */
  readonly normalizedName: string
  readonly normalizedCanonicalName: string
  readonly reach: number
  readonly parents: readonly GeoPlace[]
}

const columns = ['id', 'name', 'countryCode', 'targetType', 'reach', 'parent', 'status'] as const

/** Geo targets by id. In the table, a parent precedes its children. */
const placesById = lazy(() => {
  const byId = new Map<string, GeoPlace>()
  for (const { parent, reach, ...row } of readTable('search/geoTargets.tsv', columns)) {
    const parentPlace = parent === '' ? undefined : byId.get(parent)
    if (parent !== '' && parentPlace === undefined)
      throw new Error(`${row.name} lies in ${parent}, which is unknown.`)
    byId.set(row.id, toPlace(row, Number(reach), parentPlace))
  }
  return byId
})

type PlaceRow = Readonly<Record<'id' | 'name' | 'countryCode' | 'targetType' | 'status', string>>

function toPlace(
  { id, name, countryCode, targetType, status }: PlaceRow,
  reach: number,
  parent: GeoPlace | undefined,
): GeoPlace {
  const suffix = parent === undefined ? '' : `,${String(parent.target['canonicalName'])}`
  const canonicalName = `${name}${suffix}`
  const target: WireObject = {
    resourceName: `geoTargetConstants/${id}`,
    id,
    name,
    countryCode,
    targetType,
    status,
    canonicalName,
  }
  if (parent !== undefined) target['parentGeoTarget'] = parent.target['resourceName']
  return {
    target,
    normalizedName: normalizeName(name),
    normalizedCanonicalName: normalizeName(canonicalName),
    reach,
    parents: parent === undefined ? [] : [parent, ...parent.parents],
  }
}

function normalizeName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .join(',')
}

export const listGeoTargets: () => readonly WireObject[] = lazy(() =>
  [...placesById().values()].map(({ target }) => target),
)

export function findGeoTarget(id: string): WireObject | undefined {
  return placesById().get(id)?.target
}

const countryCodes = lazy(
  () =>
    new Set(
      listGeoTargets().flatMap(({ targetType, countryCode }) =>
        targetType === 'Country' ? [countryCode] : [],
      ),
    ),
)

export function isCountry(code: string): boolean {
  return countryCodes().has(code)
}

export interface GeoSuggestion {
  readonly target: WireObject
  readonly parents: readonly WireObject[]
  readonly reach: number
}

const maxSuggestions = 20

/**
 * Finds places whose name equals, starts with, or has a word starting with the text. Best and largest first.
 */
export function suggestPlaces(name: string, countryCode: string): GeoSuggestion[] {
  const searchName = normalizeName(name)
  if (searchName === '') return []
  return [...placesById().values()]
    .flatMap((place) => {
      if (countryCode !== '' && place.target['countryCode'] !== countryCode) return []
      const rank = rankMatch(place, searchName)
      return rank === undefined ? [] : [{ place, rank }]
    })
    .sort((left, right) => left.rank - right.rank || right.place.reach - left.place.reach)
    .slice(0, maxSuggestions)
    .map(({ place }) => toSuggestion(place))
}

function rankMatch(place: GeoPlace, searchName: string): number | undefined {
  if (place.normalizedName === searchName || place.normalizedCanonicalName === searchName) return 0
  if (searchName.includes(',')) return place.normalizedCanonicalName.startsWith(searchName) ? 1 : undefined
  if (place.normalizedName.startsWith(searchName)) return 1
  return place.normalizedName.split(/[\s-]/).some((word) => word.startsWith(searchName)) ? 2 : undefined
}

export function findPlaceById(id: string): GeoSuggestion | undefined {
  const place = placesById().get(id)
  return place === undefined ? undefined : toSuggestion(place)
}

function toSuggestion(place: GeoPlace): GeoSuggestion {
  return { target: place.target, parents: place.parents.map(({ target }) => target), reach: place.reach }
}
