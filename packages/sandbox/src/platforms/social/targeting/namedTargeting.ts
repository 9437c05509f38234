// Targeting as a read returns it: with the names of places, interests and audiences that the caller wrote by
// their ids. The AdSet reference shows the shape:
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign#Reading.
// pipeboard-co/meta-ads-mcp and logly/mureo#278 read `[{id, name}]` and write `[{id}]`.

import type { SocialState } from '../state.ts'
import { targetingEntries } from './catalogs.ts'
import { findPlaceByField } from './geo.ts'

type Fields = Readonly<Record<string, unknown>>

export function nameTargeting(targeting: Fields, social: SocialState): Fields {
  return mapFields(targeting, {
    geo_locations: nameGeo,
    excluded_geo_locations: nameGeo,
    interests: nameEntries,
    behaviors: nameEntries,
    flexible_spec: (groups) =>
      mapList(groups, (group) => mapFields(group, { interests: nameEntries, behaviors: nameEntries })),
    exclusions: (group) => mapFields(asFields(group), { interests: nameEntries, behaviors: nameEntries }),
    custom_audiences: (list) => nameAudiences(list, social),
    excluded_custom_audiences: (list) => nameAudiences(list, social),
  })
}

function asFields(value: unknown): Fields {
  return Object(value)
}

function mapFields(fields: Fields, mappers: Readonly<Record<string, (value: unknown) => unknown>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, mappers[name]?.(value) ?? value]),
  )
}

function mapList(list: unknown, toNamed: (entry: Fields) => Fields): unknown {
  return Array.isArray(list)
    ? list.map((entry: unknown) =>
        typeof entry === 'object' && entry !== null ? toNamed(asFields(entry)) : entry,
      )
    : list
}

/** Countries and groups of countries are bare codes. Every other place is an object with its key. */
function nameGeo(geo: unknown): unknown {
  const entries = Object.entries(asFields(geo)).map(([fieldName, list]) => [
    fieldName,
    mapList(list, (entry) => {
      const place = findPlaceByField(fieldName, String(entry['key']))
      if (place === undefined) return entry
      const { name, countryCode, region, regionId } = place
      return {
        ...entry,
        name,
        ...(countryCode === undefined ? {} : { country: countryCode }),
        ...(region === undefined ? {} : { region, region_id: String(regionId) }),
      }
    }),
  ])
  return Object.fromEntries(entries)
}

function nameEntries(list: unknown): unknown {
  return mapList(list, (entry) => {
    const found = targetingEntries().find(({ id }) => id === String(entry['id']))
    return found === undefined ? entry : { ...entry, name: found.name }
  })
}

function nameAudiences(list: unknown, { audiences }: SocialState): unknown {
  return mapList(list, (entry) => {
    const audience = audiences[String(entry['id'])]
    return audience === undefined ? entry : { ...entry, name: audience.name }
  })
}
