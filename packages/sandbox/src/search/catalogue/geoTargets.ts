// The catalogue of places: countries, regions, cities, found by id or by name.
// https://developers.google.com/google-ads/api/data/geotargets

import type { Wire } from '../wire.ts'
import { cities, usStates } from './cities.ts'
import { countries } from './countries.ts'

interface Place {
  readonly target: Wire
  /** Name without accents, in lower case. */
  readonly plain: string
  readonly canonical: string
  readonly reach: number
  readonly parents: readonly Place[]
}

function place(
  id: string,
  name: string,
  countryCode: string,
  targetType: string,
  reach: number,
  parent?: Place,
  status = 'ENABLED',
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
    .replaceAll(/\s*,\s*/g, ',')
    .trim()
}

function build(): Place[] {
  const byCountry = new Map<string, Place>()
  for (const { id, code, name, reachThousands } of countries) {
    byCountry.set(code, place(id, name, code, 'Country', reachThousands * 1_000))
  }
  const found = [...byCountry.values()]
  const regions = new Map<string, Place>()
  for (const line of usStates.split(/[|\n]/)) {
    const [, name = '', id = ''] = /^(.+) (\d+)$/.exec(line) ?? []
    const state = place(
      id,
      name,
      'US',
      'State',
      2_000_000 + ((Number(id) * 7_919) % 9_000_000),
      byCountry.get('US'),
    )
    regions.set(`US/${name}`, state)
    found.push(state)
  }
  let nextRegion = 20_000
  let nextCity = 9_040_000
  for (const line of cities.split('\n')) {
    const [where = '', names = ''] = line.split(/: (.*)/s)
    const [code = '', regionName = ''] = where.split('/')
    const members = names.split('|').map((text) => /^(.+) (\d+)(?: \((\d+)\))?$/.exec(text) ?? [])
    let region = regions.get(where)
    if (region === undefined) {
      const reach = members.reduce((sum, [, , thousands]) => sum + Number(thousands), 0)
      nextRegion += 3
      const country = byCountry.get(code)
      region = place(String(nextRegion), regionName, code, 'Region', Math.round(reach * 1_400), country)
      regions.set(where, region)
      found.push(region)
    }
    for (const [, name = '', thousands = '', known] of members) {
      nextCity += 7
      found.push(place(known ?? String(nextCity), name, code, 'City', Number(thousands) * 1_000, region))
    }
  }
  // A place that is on its way out: still known, no longer to be targeted.
  const berlin = regions.get('DE/Berlin')
  found.push(place('9999001', 'West Berlin', 'DE', 'City', 1_000, berlin, 'REMOVAL_PLANNED'))
  return found
}

const places = build()
const byId: ReadonlyMap<string, Place> = new Map(places.map((found) => [String(found.target['id']), found]))

export const geoTargets: readonly Wire[] = places.map(({ target }) => target)

export function geoTarget(id: string): Wire | undefined {
  return byId.get(id)?.target
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
  return places
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
  const found = byId.get(id)
  return found === undefined ? undefined : suggestion(found)
}

function suggestion(found: Place): GeoSuggestion {
  return { target: found.target, parents: found.parents.map(({ target }) => target), reach: found.reach }
}
