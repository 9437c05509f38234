// The platform's two pagination styles: `start` and `count` with links, and `pageSize` and `pageToken`.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/pagination
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/cursor-based-pagination

import { decodePageToken, encodePageToken } from '../../core/pageTokens.ts'
import { invalidParam } from './errors.ts'
import type { RestRequest } from './request.ts'

export const offsetParams = ['start', 'count'] as const
export const cursorParams = ['pageSize', 'pageToken'] as const

/**
 * The meaning of `paging.totalWeight`: all rows, the rows of this page, or nothing (-1). Pages of the latter two
 * kinds have no link to the next page either. LinkedIn's example of conversions has -1
 * (https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking#find-conversions-by-ad-account).
 * Lead forms and their responses count the page (https://github.com/airbytehq/airbyte/pull/60996).
 */
type TotalKind = 'all' | 'page' | 'nothing'

/** Returns one page by offset. The links are relative and encoded. Only `start` differs from the request. */
export function offsetPage<Row>(
  request: RestRequest,
  rows: readonly Row[],
  serialize: (row: Row) => unknown,
  totalKind: TotalKind = 'all',
) {
  const start = request.integer('start', 0, 0, 2 ** 31 - 1)
  const count = request.integer('count', 10, 0, 2 ** 31 - 1)
  const links: { type: string; rel: string; href: string }[] = []
  const addLink = (rel: string, from: number) => {
    const otherParams = request.rawQuery
      .split('&')
      .filter((part) => part !== '' && !part.startsWith('start=') && !part.startsWith('count='))
    const href = `${request.path}?${[...otherParams, `count=${count}`, `start=${from}`].join('&')}`
    links.push({ type: 'application/json', rel, href })
  }
  if (start > 0 && count > 0) addLink('prev', Math.max(0, start - count))
  if (totalKind === 'all' && start + count < rows.length && count > 0) addLink('next', start + count)
  const elements = rows.slice(start, start + count).map((row) => request.applyProjection(serialize(row)))
  const total = { all: rows.length, page: elements.length, nothing: -1 }[totalKind]
  return { paging: { start, count, links, total }, elements }
}

export interface PageableRow {
  readonly id: number
  readonly broken?: boolean
}

/**
 * Returns one page by cursor. A damaged entity counts towards the page size but is not returned. A short page
 * is therefore not the last page. Only a missing token marks the last page.
 */
export function cursorPage<Row extends PageableRow>(
  request: RestRequest,
  rows: readonly Row[],
  serialize: (row: Row) => unknown,
  maxSize = 1000,
) {
  const size = request.integer('pageSize', Math.min(100, maxSize), 1, maxSize)
  const descending = request.oneOf('sortOrder', ['ASCENDING', 'DESCENDING'], 'ASCENDING') === 'DESCENDING'
  const sorted = rows.toSorted((a, b) => (descending ? b.id - a.id : a.id - b.id))
  const afterId = parsePageToken(request, size)
  const startIndex =
    afterId === undefined ? 0 : sorted.findIndex(({ id }) => (descending ? id < afterId : id > afterId))
  const page = startIndex < 0 ? [] : sorted.slice(startIndex, startIndex + size)
  const last = page.at(-1)
  const hasMore = last !== undefined && startIndex + size < sorted.length
  return {
    metadata: hasMore ? { nextPageToken: encodePageToken([last.id], bindPageToken(request, size)) } : {},
    elements: page
      .filter(({ broken }) => broken !== true)
      .map((row) => request.applyProjection(serialize(row))),
  }
}

/**
 * A token is bound to the member, the query and the page size. The platform rejects it when one of them
 * changes.
 */
function bindPageToken(request: RestRequest, size: number): string {
  const query = request.rawQuery
    .split('&')
    .filter((part) => part !== '' && !part.startsWith('pageToken=') && !part.startsWith('fields='))
    .toSorted()
    .join('&')
  return `${request.caller.token.person}:${request.path}?${query}:${size}`
}

function parsePageToken(request: RestRequest, size: number): number | undefined {
  const token = request.text('pageToken')
  if (token === undefined) return undefined
  const [id] = decodePageToken(token, bindPageToken(request, size)) ?? []
  if (id === undefined) throw invalidParam('pageToken')
  return id
}
