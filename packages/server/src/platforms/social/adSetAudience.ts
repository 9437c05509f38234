// Maps the targeting of an ad set to an audience in adrail's form.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/basic-targeting,
// https://developers.facebook.com/docs/marketing-api/audiences/reference/flexible-targeting. As a read returns
// targeting, places, interests and audiences have names. logly/mureo#278 reads the same shape.

import type { Audience, AudiencePlace, AudienceSegment } from '../connector-kit/adContent.ts'
import { withSummary } from '../connector-kit/audienceSummary.ts'
import { asList, asObject, asText, type JsonObject, valueAt } from '../connector-kit/values.ts'

/** Types of places by the field of `geo_locations`. The create operation has the same types. */
const placeTypeByField: Readonly<Record<string, string>> = {
  countries: 'country',
  country_groups: 'country_group',
  regions: 'region',
  cities: 'city',
  zips: 'zip',
  geo_markets: 'geo_market',
  electoral_districts: 'electoral_district',
  subcities: 'subcity',
  neighborhoods: 'neighborhood',
  places: 'place',
  custom_locations: 'RADIUS',
}
const genderByCode: Readonly<Record<string, string>> = { 1: 'MALE', 2: 'FEMALE' }
const placementByPublisher: Readonly<Record<string, string>> = { facebook: 'SOCIAL_A', instagram: 'SOCIAL_B' }
const placementNames: Readonly<Record<string, string>> = { SOCIAL_A: 'Facebook', SOCIAL_B: 'Instagram' }
const radiusUnits: Readonly<Record<string, string>> = { mile: 'MILES', kilometer: 'KILOMETERS' }
/** The highest age of a target, which includes everyone above. */
const openEndedAge = '65'

/** Keys of the languages that an ad set addresses. Their names are in a catalog. */
export function listLocaleKeys(targeting: unknown): string[] {
  return asList(valueAt(targeting, 'locales')).map(asText)
}

export function toSocialAudience(targeting: unknown, localeNames: ReadonlyMap<string, string>): Audience {
  const fields = asObject(targeting)
  const excluded = Object.entries(asObject(fields['exclusions']))
  return withSummary(
    {
      locations: toPlaces(fields['geo_locations']),
      excludedLocations: toPlaces(fields['excluded_geo_locations']),
      ages: toAges(fields),
      genders: asList(fields['genders']).map((code) => genderByCode[asText(code)] ?? 'UNKNOWN'),
      languages: listLocaleKeys(targeting).map((id) => ({ id, name: localeNames.get(id) ?? '' })),
      segments: listSegmentGroups(fields).flatMap((members, group) =>
        members.map((member) => ({ ...member, group })),
      ),
      excludedSegments: excluded
        .flatMap(([facet, list]) => toSegments(facet, list))
        .map((member) => ({ ...member, group: 0 })),
      customAudiences: toTargets(fields['custom_audiences']),
      excludedCustomAudiences: toTargets(fields['excluded_custom_audiences']),
      placements: asList(fields['publisher_platforms']).map(
        (publisher) => placementByPublisher[asText(publisher)] ?? asText(publisher).toUpperCase(),
      ),
      isExpanded: asText(valueAt(fields, 'targeting_automation', 'advantage_audience')) === '1',
    },
    placementNames,
  )
}

const createCountryNames = () => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function toPlaces(geo: unknown): AudiencePlace[] {
  return Object.entries(asObject(geo)).flatMap(([field, list]) => {
    const type = placeTypeByField[field]
    return type === undefined ? [] : asList(list).map((entry) => toPlace(type, entry))
  })
}

/** Countries and groups of countries are bare codes. Every other place is an object. */
function toPlace(type: string, entry: unknown): AudiencePlace {
  const place = asObject(entry)
  const id = asText(entry) || asText(place['key'])
  const radius = asText(place['radius'])
  return {
    id,
    type,
    name: asText(place['name']) || asText(place['address_string']) || nameCountry(type, id),
    radius,
    radiusUnit: radius === '' ? '' : (radiusUnits[asText(place['distance_unit'])] ?? 'MILES'),
    latitude: asText(place['latitude']),
    longitude: asText(place['longitude']),
  }
}

function nameCountry(type: string, code: string): string {
  return type === 'country' && /^[A-Z]{2}$/.test(code) ? (createCountryNames().of(code) ?? '') : ''
}

function toAges({ age_min, age_max }: JsonObject): string[] {
  const [min, max] = [asText(age_min), asText(age_max)]
  if (min === '' && max === '') return []
  return [`${min || '18'}-${max === '' || max === openEndedAge ? `${openEndedAge}+` : max}`]
}

type Segment = Omit<AudienceSegment, 'group'>

/** A person matches every group. Fields at the top level are groups of their own. */
function listSegmentGroups(fields: JsonObject): Segment[][] {
  const ownGroups = [
    toSegments('interests', fields['interests']),
    toSegments('behaviors', fields['behaviors']),
    toSegments('operatingSystems', fields['user_os']),
    toSegments('devices', fields['user_device']),
  ]
  const flexibleGroups = asList(fields['flexible_spec']).map((spec) =>
    Object.entries(asObject(spec)).flatMap(([facet, list]) => toSegments(facet, list)),
  )
  return [...flexibleGroups, ...ownGroups].filter((members) => members.length > 0)
}

/** An entry is an object with an id and a name, or a bare value such as `iOS`. */
function toSegments(facet: string, list: unknown): Segment[] {
  return asList(list).map((entry) => {
    const value = asText(entry)
    const { id, name } = asObject(entry)
    return { facet, id: value || asText(id), name: value || asText(name) }
  })
}

function toTargets(list: unknown) {
  return asList(list).map((entry) => {
    const { id, name } = asObject(entry)
    return { id: asText(id), name: asText(name) }
  })
}
