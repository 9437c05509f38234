// The catalogue of places: countries, regions, cities, found by id or by name.
// https://developers.google.com/google-ads/api/data/geotargets
// Ids of countries are 2000 + ISO 3166-1 numeric; of states and cities the platform's own where they were known, else the
// sandbox's. How many people can be reached is a rough number.

import { onFirstUse, readTable } from '../../core/dataFiles.ts'
import type { Wire } from '../wire.ts'

interface Place {
  readonly target: Wire
  /** Name without accents, in lower case. */
  readonly plain: string
  readonly canonical: string
  readonly reach: number
  readonly parents: readonly Place[]
}

const columns = ['id', 'name', 'countryCode', 'targetType', 'reach', 'parent', 'status'] as const

/** By id. A place stands in the table after the place that it lies in. */
const places = onFirstUse(() => {
  const found = new Map<string, Place>()
  for (const { parent, reach, ...row } of readTable('search/geoTargets.tsv', columns)) {
    const around = parent === '' ? undefined : found.get(parent)
    if (parent !== '' && around === undefined)
      throw new Error(`${row.name} lies in ${parent}, which is unknown.`)
    found.set(row.id, placeOf(row, Number(reach), around))
  }
  return found
})

type PlaceRow = Readonly<Record<'id' | 'name' | 'countryCode' | 'targetType' | 'status', string>>

function placeOf(
  { id, name, countryCode, targetType, status }: PlaceRow,
  reach: number,
  parent: Place | undefined,
): Place {
  const above = parent === undefined ? '' : `,${String(parent.target['canonicalName'])}`
  const canonicalName = `${name}${above}`
  const target: Wire = {
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
    plain: plainOf(name),
    canonical: plainOf(canonicalName),
    reach,
    parents: parent === undefined ? [] : [parent, ...parent.parents],
  }
}

function plainOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .join(',')
}

export const geoTargets: () => readonly Wire[] = onFirstUse(() =>
  [...places().values()].map(({ target }) => target),
)

export function geoTarget(id: string): Wire | undefined {
  return places().get(id)?.target
}

const countryCodes = onFirstUse(
  () =>
    new Set(
      geoTargets().flatMap(({ targetType, countryCode }) => (targetType === 'Country' ? [countryCode] : [])),
    ),
)

export function isCountry(code: string): boolean {
  return countryCodes().has(code)
}

export interface GeoSuggestion {
  readonly target: Wire
  readonly parents: readonly Wire[]
  readonly reach: number
}

const mostSuggestions = 20

/** Places whose name is, begins with, or has a word beginning with the text; best and largest first. */
export function suggestPlaces(name: string, countryCode: string): GeoSuggestion[] {
  const wanted = plainOf(name)
  if (wanted === '') return []
  return [...places().values()]
    .flatMap((found) => {
      if (countryCode !== '' && found.target['countryCode'] !== countryCode) return []
      const rank = rankOf(found, wanted)
      return rank === undefined ? [] : [{ found, rank }]
    })
    .sort((left, right) => left.rank - right.rank || right.found.reach - left.found.reach)
    .slice(0, mostSuggestions)
    .map(({ found }) => suggestion(found))
}

function rankOf(found: Place, wanted: string): number | undefined {
  if (found.plain === wanted || found.canonical === wanted) return 0
  if (wanted.includes(',')) return found.canonical.startsWith(wanted) ? 1 : undefined
  if (found.plain.startsWith(wanted)) return 1
  return found.plain.split(/[\s-]/).some((word) => word.startsWith(wanted)) ? 2 : undefined
}

export function placeById(id: string): GeoSuggestion | undefined {
  const found = places().get(id)
  return found === undefined ? undefined : suggestion(found)
}

function suggestion(found: Place): GeoSuggestion {
  return { target: found.target, parents: found.parents.map(({ target }) => target), reach: found.reach }
}
