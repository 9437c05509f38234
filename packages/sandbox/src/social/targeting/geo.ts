// Places in targeting, named by type and key, and the metadata of keys.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search#geo-meta

import { listIn, type Members, readMembers, requiredIn, textIn } from '../changes/members.ts'
import { invalid } from '../errors.ts'
import type { Params } from '../graph/request.ts'
import { type Place, places } from './catalogues.ts'

/** Types of places by the field that contains them. */
const kindOf: Readonly<Record<string, string>> = {
  countries: 'country',
  country_groups: 'country_group',
  regions: 'region',
  cities: 'city',
  zips: 'zip',
  geo_markets: 'geo_market',
  electoral_districts: 'electoral_district',
  subcities: 'subcity',
  neighborhoods: 'neighborhood',
}

/** Fields that contain bare keys. */
const bare = ['countries', 'country_groups']
const radii: Readonly<Record<string, readonly [number, number]>> = { mile: [10, 50], kilometer: [17, 80] }

const placeOf = (kind: string, key: string): Place | undefined =>
  places().find((place) => place.type === kind && place.key === key)

/** Finds all places that `geo_locations` or `excluded_geo_locations` names. */
export function readGeo(value: unknown, where: string): Place[] {
  if (value === undefined) return []
  const geo = readMembers(value, where, [...Object.keys(kindOf), 'location_types'])
  return Object.entries(kindOf).flatMap(([member, kind]) =>
    listIn(geo, member).map((entry, index) => {
      const at = `${where}[${member}][${index}]`
      const key = bare.includes(member) ? String(entry) : keyOf(entry, at, kind)
      const place = placeOf(kind, key)
      if (place !== undefined) return place
      throw invalid(`Param ${at} is not a valid ${kind}: ${key}`, { blame: ['targeting'] })
    }),
  )
}

function keyOf(entry: unknown, at: string, kind: string): string {
  const city = readMembers(entry, at, [
    'key',
    'name',
    'country',
    'region',
    'region_id',
    'radius',
    'distance_unit',
  ])
  if (kind === 'city') checkRadius(city)
  return requiredIn(city, 'key')
}

function checkRadius(city: Members): void {
  const radius = textIn(city, 'radius')
  if (radius === undefined) return
  const bounds = radii[textIn(city, 'distance_unit') ?? 'mile']
  if (bounds !== undefined && Number(radius) >= bounds[0] && Number(radius) <= bounds[1]) return
  throw invalid('Invalid parameter', {
    userTitle: 'Radius not allowed',
    userMessage: 'The radius around a city must be between 10 and 50 miles, or 17 and 80 kilometers.',
    blame: ['targeting'],
  })
}

/** A place inside a country that is targeted as a whole overlaps with it. */
export function checkOverlap(included: readonly Place[]): void {
  const countries = new Set(included.filter(({ type }) => type === 'country').map(({ key }) => key))
  const inside = included.find(
    ({ type, countryCode }) => type !== 'country' && countryCode !== undefined && countries.has(countryCode),
  )
  if (inside === undefined) return
  throw invalid('Invalid parameter', {
    userTitle: 'Some of your locations overlap',
    userMessage: `Some of your locations overlap. Try removing a location: ${inside.name} lies in a country that is targeted as well.`,
    blame: ['targeting'],
  })
}

/** Returns every country in which the places are. */
export function countriesOf(included: readonly Place[]): Set<string> {
  return new Set(
    included.flatMap(({ countryCode, countryCodes = [] }) => [countryCode ?? [], countryCodes].flat()),
  )
}

/** `/search?type=adgeolocationmeta`: returns the metadata of each key, by field. Unknown keys are omitted. */
export function placesByKey(params: Params): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {}
  for (const [member, kind] of Object.entries(kindOf)) {
    const known = (params.list(member) ?? []).flatMap((key) => placeOf(kind, key) ?? [])
    if (known.length > 0) found[member] = Object.fromEntries(known.map((place) => [place.key, told(place)]))
  }
  return found
}

export const placeParams = Object.keys(kindOf)

function told({
  key,
  name,
  type,
  countryCode,
  countryCodes,
  region,
  regionId,
  primaryCity,
  primaryCityId,
}: Place) {
  return {
    key,
    type,
    name,
    ...(countryCode === undefined ? {} : { country_code: countryCode }),
    ...(countryCodes === undefined ? {} : { country_codes: countryCodes }),
    ...(region === undefined ? {} : { region, region_id: regionId }),
    ...(primaryCity === undefined ? {} : { primary_city: primaryCity, primary_city_id: primaryCityId }),
    supports_region: true,
    supports_city: true,
  }
}
