// Projections: `fields=id,name,runSchedule:(start)` selects the fields of an entity. Unknown names are
// ignored.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/projections
// The separators are not percent-encoded, as the platform's own client sends them. An encoded separator is
// part of a name, and no such name exists.
// https://github.com/linkedin-developers/linkedin-api-js-client (`encodeQueryParamsForGetRequests`)

import { invalidParam, proError } from './errors.ts'
import { decodePercent } from './restli.ts'

/** The selected fields. `true` selects a field completely. */
export interface Projection {
  readonly [name: string]: Projection | true
}

export function parseProjection(source: string): Projection {
  let position = 0
  const parseItems = (): Projection => {
    const fields: Record<string, Projection | true> = {}
    for (;;) {
      const start = position
      while (position < source.length && !'(),:'.includes(source.charAt(position))) position++
      const name = decodePercent(source.slice(start, position)).trim()
      if (name === '') throw proError('ILLEGAL_ARGUMENT')
      if (/[(),:]/.test(name)) throw invalidParam('fields')
      let inner: Projection | true = true
      if (source.startsWith(':(', position)) {
        position += 2
        inner = parseItems()
        if (source.charAt(position) !== ')') throw proError('ILLEGAL_ARGUMENT')
        position++
      }
      fields[name] = inner
      if (source.charAt(position) !== ',') return fields
      position++
    }
  }
  const projection = parseItems()
  if (position !== source.length) throw proError('ILLEGAL_ARGUMENT')
  return projection
}

export function project(value: unknown, projection: Projection | true): unknown {
  if (projection === true || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const itemProjection = projection['*'] ?? projection['$*']
    return itemProjection === undefined
      ? value.map((item) => project(item, projection))
      : value.map((item) => project(item, itemProjection))
  }
  const wildcard = projection['$*']
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, fieldValue]) => {
      const inner = Object.hasOwn(projection, name) ? projection[name] : wildcard
      return inner === undefined ? [] : [[name, project(fieldValue, inner)]]
    }),
  )
}
