// `fields=id,name,runSchedule:(start)`: which members of an entity the caller wants. Unknown names are simply not there.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/projections
// Its separators stand as they are, as the platform's own client sends them: an encoded one is part of a name, and there is no such name.
// https://github.com/linkedin-developers/linkedin-api-js-client (`encodeQueryParamsForGetRequests`)

import { badParam, refusal } from './errors.ts'
import { decodePercent } from './restli.ts'

/** The wanted members; `true` takes the member whole. */
export interface Projection {
  readonly [name: string]: Projection | true
}

export function projectionOf(source: string): Projection {
  let at = 0
  const items = (): Projection => {
    const wanted: Record<string, Projection | true> = {}
    for (;;) {
      const start = at
      while (at < source.length && !'(),:'.includes(source.charAt(at))) at++
      const name = decodePercent(source.slice(start, at)).trim()
      if (name === '') throw refusal('ILLEGAL_ARGUMENT')
      if (/[(),:]/.test(name)) throw badParam('fields')
      let inner: Projection | true = true
      if (source.startsWith(':(', at)) {
        at += 2
        inner = items()
        if (source.charAt(at) !== ')') throw refusal('ILLEGAL_ARGUMENT')
        at++
      }
      wanted[name] = inner
      if (source.charAt(at) !== ',') return wanted
      at++
    }
  }
  const projection = items()
  if (at !== source.length) throw refusal('ILLEGAL_ARGUMENT')
  return projection
}

export function project(value: unknown, wanted: Projection | true): unknown {
  if (wanted === true || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const each = wanted['*'] ?? wanted['$*']
    return each === undefined
      ? value.map((item) => project(item, wanted))
      : value.map((item) => project(item, each))
  }
  const every = wanted['$*']
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inner = Object.hasOwn(wanted, name) ? wanted[name] : every
      return inner === undefined ? [] : [[name, project(member, inner)]]
    }),
  )
}
