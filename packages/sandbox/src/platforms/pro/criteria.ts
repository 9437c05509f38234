// `search=(status:(values:List(ACTIVE,DRAFT)),test:false)`: OR inside one criterion, AND across them.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-accounts#search-for-accounts

import { invalidParam } from './errors.ts'
import type { RestRequest } from './request.ts'

/** One search criterion: the value of a row, and the values that a request can contain. */
export interface Criterion<Row> {
  readonly readValue: (row: Row) => string | undefined
  readonly allowedValues?: readonly string[]
  /** The kind of URN that a request can use instead of a bare id. */
  readonly urnKind?: string
  /** The request contains a single value instead of `(values:List(…))`. */
  readonly scalar?: true
}

/** The documentation and existing connectors use both spellings of this status. */
const normalizeSpelling = (word: string) => (word === 'CANCELLED' ? 'CANCELED' : word)

export function searchFilter<Row>(
  request: RestRequest,
  criteria: Readonly<Record<string, Criterion<Row>>>,
): (row: Row) => boolean {
  const search = Object.hasOwn(request.params, 'search') ? request.params['search'] : undefined
  if (search === undefined) return () => true
  if (typeof search === 'string' || Array.isArray(search)) throw invalidParam('search')
  const matchers = Object.entries(search).map(([name, searchValue]) => {
    const criterion = Object.hasOwn(criteria, name) ? criteria[name] : undefined
    if (criterion === undefined) throw invalidParam(`search/${name}`)
    const values = criterion.scalar ? [searchValue] : parseValues(searchValue, name)
    const expected = values.map((value, index) => {
      const paramPath = criterion.scalar ? `search/${name}` : `search/${name}/values/${index}`
      if (typeof value !== 'string') throw invalidParam(paramPath)
      const word = normalizeSpelling(value)
      if (criterion.allowedValues !== undefined && !criterion.allowedValues.includes(word))
        throw invalidParam(paramPath)
      const prefix = `urn:li:${criterion.urnKind}:`
      return criterion.urnKind !== undefined && word.startsWith(prefix) ? word.slice(prefix.length) : word
    })
    return (row: Row) => {
      const actual = criterion.readValue(row)
      return actual !== undefined && expected.includes(actual)
    }
  })
  return (row) => matchers.every((matches) => matches(row))
}

function parseValues(searchValue: unknown, name: string): readonly unknown[] {
  if (
    typeof searchValue !== 'object' ||
    searchValue === null ||
    !('values' in searchValue) ||
    !Array.isArray(searchValue.values)
  ) {
    throw invalidParam(`search/${name}`)
  }
  return searchValue.values
}
