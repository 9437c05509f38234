// Places in targeting, named by type and key, and the metadata of keys.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search#geo-meta

import {
  type ParamObject,
  readListField,
  readParamObject,
  readTextField,
  requireTextField,
} from '../changes/paramObject.ts'
import { invalidParameter } from '../errors.ts'
import type { Params } from '../graph/request.ts'
import { places, type TargetingPlace } from './catalogs.ts'

/** Types of places by the field that contains them. */
const kindByField: Readonly<Record<string, string>> = {
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
const bareKeyFields = ['countries', 'country_groups']
const radiusBounds: Readonly<Record<string, readonly [number, number]>> = {
  mile: [10, 50],
  kilometer: [17, 80],
}

const findPlace = (kind: string, key: string): TargetingPlace | undefined =>
  places().find((place) => place.type === kind && place.key === key)

/** Finds the place of an entry in a field such as `cities`. */
export function findPlaceByField(fieldName: string, key: string): TargetingPlace | undefined {
  const kind = kindByField[fieldName]
  return kind === undefined ? undefined : findPlace(kind, key)
}

/** Finds all places that `geo_locations` or `excluded_geo_locations` names. */
export function readGeo(value: unknown, path: string): TargetingPlace[] {
  if (value === undefined) return []
  const geo = readParamObject(value, path, [...Object.keys(kindByField), 'location_types'])
  return Object.entries(kindByField).flatMap(([fieldName, kind]) =>
    readListField(geo, fieldName).map((entry, index) => {
      const entryPath = `${path}[${fieldName}][${index}]`
      const key = bareKeyFields.includes(fieldName) ? String(entry) : readPlaceKey(entry, entryPath, kind)
      const place = findPlace(kind, key)
      if (place !== undefined) return place
      throw invalidParameter(`Param ${entryPath} is not a valid ${kind}: ${key}`, { blame: ['targeting'] })
    }),
  )
}

function readPlaceKey(entry: unknown, entryPath: string, kind: string): string {
  const placeObject = readParamObject(entry, entryPath, [
    'key',
    'name',
    'country',
    'region',
    'region_id',
    'radius',
    'distance_unit',
  ])
  if (kind === 'city') checkRadius(placeObject)
  return requireTextField(placeObject, 'key')
}

function checkRadius(city: ParamObject): void {
  const radius = readTextField(city, 'radius')
  if (radius === undefined) return
  const bounds = radiusBounds[readTextField(city, 'distance_unit') ?? 'mile']
  if (bounds !== undefined && Number(radius) >= bounds[0] && Number(radius) <= bounds[1]) return
  throw invalidParameter('Invalid parameter', {
    userTitle: 'Radius not allowed',
    userMessage: 'The radius around a city must be between 10 and 50 miles, or 17 and 80 kilometers.',
    blame: ['targeting'],
  })
}

/** A place inside a country that is targeted as a whole overlaps with it. */
export function checkOverlap(includedPlaces: readonly TargetingPlace[]): void {
  const countries = new Set(includedPlaces.filter(({ type }) => type === 'country').map(({ key }) => key))
  const innerPlace = includedPlaces.find(
    ({ type, countryCode }) => type !== 'country' && countryCode !== undefined && countries.has(countryCode),
  )
  if (innerPlace === undefined) return
  throw invalidParameter('Invalid parameter', {
    userTitle: 'Some of your locations overlap',
    userMessage: `Some of your locations overlap. Try removing a location: ${innerPlace.name} lies in a country that is targeted as well.`,
    blame: ['targeting'],
  })
}

/** Returns every country in which the places are. */
export function listCountries(includedPlaces: readonly TargetingPlace[]): Set<string> {
  return new Set(
    includedPlaces.flatMap(({ countryCode, countryCodes = [] }) => [countryCode ?? [], countryCodes].flat()),
  )
}

/** `/search?type=adgeolocationmeta`: returns the metadata of each key, by field. Unknown keys are omitted. */
export function lookUpPlaces(params: Params): Record<string, Record<string, unknown>> {
  const result: Record<string, Record<string, unknown>> = {}
  for (const [fieldName, kind] of Object.entries(kindByField)) {
    const knownPlaces = (params.list(fieldName) ?? []).flatMap((key) => findPlace(kind, key) ?? [])
    if (knownPlaces.length > 0)
      result[fieldName] = Object.fromEntries(knownPlaces.map((place) => [place.key, toMetadata(place)]))
  }
  return result
}

export const placeParams = Object.keys(kindByField)

function toMetadata({
  key,
  name,
  type,
  countryCode,
  countryCodes,
  region,
  regionId,
  primaryCity,
  primaryCityId,
}: TargetingPlace) {
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
