// Search for places that ads can target, by name.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search#geo

import { type NodeKind, plainFields } from '../graph/nodeKind.ts'
import type { Params } from '../graph/request.ts'
import { places, type TargetingPlace } from './catalogs.ts'
import { rankByName } from './targeting.ts'

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

export function searchPlaces(params: Params, onlyTypes?: readonly string[]): TargetingPlace[] {
  const types = onlyTypes ?? params.choices('location_types', locationTypes)
  // A search for cities also returns parts of cities.
  const expandedTypes = types?.includes('city') ? [...types, 'subcity'] : types
  const country = params.text('country_code')
  const region = params.integer('region_id')
  const query = params.text('q') ?? ''
  const candidates = places().filter(
    (place) =>
      (expandedTypes === undefined || expandedTypes.includes(place.type)) &&
      (country === undefined || country === '' || place.countryCode === country) &&
      (region === undefined ||
        place.regionId === region ||
        (place.type === 'region' && place.key === String(region))),
  )
  if (query.trim() === '')
    return types?.every((type) => type === 'country' || type === 'country_group') ? candidates : []
  const hits = rankByName(candidates, query, (place) =>
    place.type === 'country' && query.trim() === place.key ? query : place.name,
  )
  return interleaveByType(hits, query)
}

/**
 * Exact names come first. After them, the types of places alternate, so that cities do not displace the
 * others.
 */
function interleaveByType(hits: readonly TargetingPlace[], query: string): TargetingPlace[] {
  const countByType = new Map<string, number>()
  const exactName = query.trim().toLowerCase()
  return hits
    .map((place) => {
      const order = countByType.get(place.type) ?? 0
      countByType.set(place.type, order + 1)
      return { place, order: place.name.toLowerCase() === exactName ? -1 : order }
    })
    .sort((a, b) => a.order - b.order)
    .map(({ place }) => place)
}

export const placeKind: NodeKind<TargetingPlace> = {
  type: 'AdGeoLocation',
  defaultFields: [
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
    ...plainFields<TargetingPlace>('key', 'name', 'type'),
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
