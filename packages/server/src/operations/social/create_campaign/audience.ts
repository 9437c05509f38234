// Whom the ads are shown to, in the platform's words.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/basic-targeting

import type { Body } from '@adrail/contract'

type Request = Body<'social/create_campaign'>
type Place = Request['locations'][number]

/** Members of `geo_locations` by the kind of place. */
const members: Readonly<Record<Place['type'], string>> = {
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
const units = { MILES: 'mile', KILOMETERS: 'kilometer' } as const
const publishers = { SOCIAL_A: 'facebook', SOCIAL_B: 'instagram' } as const
const genders = { FEMALE: [2], MALE: [1], ALL: [] } as const

/** What the platform calls a place: `cities 2421836`. */
export const nameOfPlace = ({ key, type }: Place) => `${members[type]} ${key}`

/** Keys by the member that holds such places. */
export function keysByKind(places: readonly Place[]): Record<string, string[]> {
  const keys: Record<string, string[]> = {}
  for (const { key, type } of places) keys[members[type]] = [...(keys[members[type]] ?? []), key]
  return keys
}

/** The platform wants to be told in any case whether it may widen the audience. */
interface Targeting extends Readonly<Record<string, unknown>> {
  readonly targeting_automation: { readonly advantage_audience: 0 | 1 }
}

export function targetingOf(body: Request): Targeting {
  const { ages = { min: 18, max: 65 }, negativeLocations = [], platforms, interests = [] } = body
  const {
    locales = [],
    operatingSystems = [],
    devices = [],
    audienceIds = [],
    excludedAudienceIds = [],
  } = body
  const some = (name: string, list: readonly unknown[]) => (list.length === 0 ? {} : { [name]: list })
  const byId = (ids: readonly string[]) => ids.map((id) => ({ id }))
  return {
    geo_locations: geoOf(body.locations),
    ...(negativeLocations.length === 0 ? {} : { excluded_geo_locations: geoOf(negativeLocations) }),
    age_min: ages.min,
    age_max: ages.max,
    ...some('genders', genders[body.gender]),
    ...some('locales', locales.map(Number)),
    ...(interests.length === 0 ? {} : { flexible_spec: [{ interests: byId(interests) }] }),
    ...some('user_os', operatingSystems),
    ...some('user_device', devices),
    ...some('custom_audiences', byId(audienceIds)),
    ...some('excluded_custom_audiences', byId(excludedAudienceIds)),
    ...some(
      'publisher_platforms',
      [...new Set(platforms)].map((name) => publishers[name]),
    ),
    targeting_automation: { advantage_audience: body.audienceExpansion ? 1 : 0 },
  }
}

function geoOf(places: readonly Place[]): Record<string, unknown[]> {
  const geo: Record<string, unknown[]> = {}
  for (const place of places) {
    const member = members[place.type]
    geo[member] = [...(geo[member] ?? []), placeSpec(place)]
  }
  return geo
}

function placeSpec({ key, type, radius, radius_unit }: Place): unknown {
  if (type === 'country' || type === 'country_group') return key
  if (radius === undefined || radius_unit === undefined) return { key }
  return { key, radius, distance_unit: units[radius_unit] }
}
