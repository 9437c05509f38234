// `search=(status:(values:List(ACTIVE,DRAFT)),test:false)`: OR inside one criterion, AND across them.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-accounts#search-for-accounts

import { badParam } from './errors.ts'
import type { RestRequest } from './request.ts'

/** One criterion: what a row shows of it, and the words it may be given. */
export interface Criterion<Row> {
  readonly of: (row: Row) => string | undefined
  readonly words?: readonly string[]
  /** URNs may be given as well as bare ids. */
  readonly urnKind?: string
  /** A single word instead of `(values:List(…))`. */
  readonly scalar?: true
}

/** Documentation and connectors disagree on how this word is spelled. */
const normal = (word: string) => (word === 'CANCELLED' ? 'CANCELED' : word)

export function searchFilter<Row>(
  request: RestRequest,
  criteria: Readonly<Record<string, Criterion<Row>>>,
): (row: Row) => boolean {
  const search = Object.hasOwn(request.params, 'search') ? request.params['search'] : undefined
  if (search === undefined) return () => true
  if (typeof search === 'string' || Array.isArray(search)) throw badParam('search')
  const tests = Object.entries(search).map(([name, given]) => {
    const criterion = Object.hasOwn(criteria, name) ? criteria[name] : undefined
    if (criterion === undefined) throw badParam(`search/${name}`)
    const values = criterion.scalar ? [given] : valuesOf(given, name)
    const wanted = values.map((value, index) => {
      const place = criterion.scalar ? `search/${name}` : `search/${name}/values/${index}`
      if (typeof value !== 'string') throw badParam(place)
      const word = normal(value)
      if (criterion.words !== undefined && !criterion.words.includes(word)) throw badParam(place)
      const prefix = `urn:li:${criterion.urnKind}:`
      return criterion.urnKind !== undefined && word.startsWith(prefix) ? word.slice(prefix.length) : word
    })
    return (row: Row) => {
      const shown = criterion.of(row)
      return shown !== undefined && wanted.includes(shown)
    }
  })
  return (row) => tests.every((passes) => passes(row))
}

function valuesOf(given: unknown, name: string): readonly unknown[] {
  if (typeof given !== 'object' || given === null || !('values' in given) || !Array.isArray(given.values)) {
    throw badParam(`search/${name}`)
  }
  return given.values
}
