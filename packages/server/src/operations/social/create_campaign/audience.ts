// Builds the platform's targeting specification.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/basic-targeting

import type { Body } from '@adrail/contract'

type CampaignBody = Body<'social/create_campaign'>
type TargetLocation = CampaignBody['locations'][number]

/** Fields of `geo_locations` by location type. */
const geoFieldByType: Readonly<Record<TargetLocation['type'], string>> = {
  country: 'countries',
  country_group: 'country_groups',
  region: 'regions',
  city: 'cities',
  zip: 'zips',
  geo_market: 'geo_markets',
  electoral_district: 'electoral_districts',
  subcity: 'subcities',
  neighborhood: 'neighborhoods',
}
const distanceUnits = { MILES: 'mile', KILOMETERS: 'kilometer' } as const
const publisherByPlatform = { SOCIAL_A: 'facebook', SOCIAL_B: 'instagram' } as const
const codesByGender = { FEMALE: [2], MALE: [1], ALL: [] } as const

/** Returns the key of a location in the reference data, such as `cities 2421836`. */
export const toLocationKey = ({ key, type }: TargetLocation) => `${geoFieldByType[type]} ${key}`

/** Groups the keys by the field of `geo_locations`. */
export function groupKeysByField(locations: readonly TargetLocation[]): Record<string, string[]> {
  const keysByField: Record<string, string[]> = {}
  for (const { key, type } of locations)
    keysByField[geoFieldByType[type]] = [...(keysByField[geoFieldByType[type]] ?? []), key]
  return keysByField
}

/** The platform always requires a statement whether it may expand the audience. */
interface Targeting extends Readonly<Record<string, unknown>> {
  readonly targeting_automation: { readonly advantage_audience: 0 | 1 }
}

export function buildTargeting(body: CampaignBody): Targeting {
  const { ages = { min: 18, max: 65 }, negativeLocations = [], platforms, interests = [] } = body
  const {
    locales = [],
    operatingSystems = [],
    devices = [],
    audienceIds = [],
    excludedAudienceIds = [],
  } = body
  const optionalList = (name: string, list: readonly unknown[]) => (list.length === 0 ? {} : { [name]: list })
  const toIdObjects = (ids: readonly string[]) => ids.map((id) => ({ id }))
  return {
    geo_locations: buildGeoLocations(body.locations),
    ...(negativeLocations.length === 0
      ? {}
      : { excluded_geo_locations: buildGeoLocations(negativeLocations) }),
    age_min: ages.min,
    age_max: ages.max,
    ...optionalList('genders', codesByGender[body.gender]),
    ...optionalList('locales', locales.map(Number)),
    ...(interests.length === 0 ? {} : { flexible_spec: [{ interests: toIdObjects(interests) }] }),
    ...optionalList('user_os', operatingSystems),
    ...optionalList('user_device', devices),
    ...optionalList('custom_audiences', toIdObjects(audienceIds)),
    ...optionalList('excluded_custom_audiences', toIdObjects(excludedAudienceIds)),
    ...optionalList(
      'publisher_platforms',
      [...new Set(platforms)].map((name) => publisherByPlatform[name]),
    ),
    targeting_automation: { advantage_audience: body.audienceExpansion ? 1 : 0 },
  }
}

function buildGeoLocations(locations: readonly TargetLocation[]): Record<string, unknown[]> {
  const geo: Record<string, unknown[]> = {}
  for (const location of locations) {
    const field = geoFieldByType[location.type]
    geo[field] = [...(geo[field] ?? []), toGeoEntry(location)]
  }
  return geo
}

function toGeoEntry({ key, type, radius, radius_unit }: TargetLocation): unknown {
  if (type === 'country' || type === 'country_group') return key
  if (radius === undefined || radius_unit === undefined) return { key }
  return { key, radius, distance_unit: distanceUnits[radius_unit] }
}
