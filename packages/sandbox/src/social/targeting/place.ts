// Search for places that ads can target, by name.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search#geo

import { type NodeKind, plain } from '../graph/nodeKind.ts'
import type { Params } from '../graph/request.ts'
import { type Place, places } from './catalogues.ts'
import { ranked } from './targeting.ts'

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

export function searchPlaces(params: Params, only?: readonly string[]): Place[] {
  const types = only ?? params.choices('location_types', locationTypes)
  // A search for cities also returns parts of cities.
  const wanted = types?.includes('city') ? [...types, 'subcity'] : types
  const country = params.text('country_code')
  const region = params.integer('region_id')
  const query = params.text('q') ?? ''
  const fitting = places().filter(
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

/**
 * Exact names come first. After them, the types of places alternate, so that cities do not displace the
 * others.
 */
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

export const placeKind: NodeKind<Place> = {
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
    ...plain<Place>('key', 'name', 'type'),
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
