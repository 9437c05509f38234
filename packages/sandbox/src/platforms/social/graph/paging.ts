// Paging with opaque cursors. `next` and `previous` are whole links that contain the token.
// https://developers.facebook.com/docs/graph-api/results

import { GraphError, invalidParameter } from '../errors.ts'

export interface PageSlice<Item> {
  readonly items: readonly Item[]
  readonly before?: string
  readonly after?: string
  readonly hasNext: boolean
  readonly hasPrevious: boolean
}

export interface PageBounds {
  readonly limit: number
  readonly after?: string
  readonly before?: string
}

/** A way to point at items of a list. */
export interface CursorStyle<Item> {
  encode(item: Item, index: number): string
  /** Returns the index to which the cursor points, or -1. */
  findIndex(cursor: string, items: readonly Item[]): number
}

/** Cursors that name the item, as object edges have them. About 1,100 characters are recorded. */
export function idCursors<Item>(getId: (item: Item) => string): CursorStyle<Item> {
  const encode = (item: Item) => `QVFIUk${Buffer.from(getId(item).padEnd(820)).toString('base64url')}ZD`
  return {
    encode,
    findIndex: (cursor, items) => {
      const id = /^QVFIUk([\w-]+)ZD$/.exec(cursor)?.[1]
      if (id === undefined) return -1
      const targetId = Buffer.from(id, 'base64url').toString().trimEnd()
      return items.findIndex((item) => getId(item) === targetId)
    },
  }
}

/** Short cursors that name the position, as insights have them: `MAZDZD` is 0. */
export const positionCursors: CursorStyle<unknown> = {
  encode: (_item, index) => Buffer.from(String(index)).toString('base64').replaceAll('=', 'ZD'),
  findIndex: (cursor, items) => {
    const text = Buffer.from(cursor.replaceAll('ZD', '='), 'base64').toString()
    return /^\d{1,9}$/.test(text) && Number(text) < items.length ? Number(text) : -1
  },
}

export function slicePage<Item>(
  items: readonly Item[],
  bounds: PageBounds,
  style: CursorStyle<Item>,
): PageSlice<Item> {
  const { limit, after, before } = bounds
  let from = 0
  let to = Math.min(limit, items.length)
  if (after !== undefined) {
    from = requirePosition(after, items, style) + 1
    to = Math.min(from + limit, items.length)
  } else if (before !== undefined) {
    to = requirePosition(before, items, style)
    from = Math.max(0, to - limit)
  }
  const slice = items.slice(from, to)
  const first = slice[0]
  const last = slice.at(-1)
  return {
    items: slice,
    ...(first === undefined ? {} : { before: style.encode(first, from) }),
    ...(last === undefined ? {} : { after: style.encode(last, to - 1) }),
    hasNext: to < items.length && slice.length > 0,
    hasPrevious: from > 0,
  }
}

function requirePosition<Item>(cursor: string, items: readonly Item[], style: CursorStyle<Item>): number {
  const index = style.findIndex(cursor, items)
  if (index < 0) throw new GraphError({ message: '(#2642) Invalid cursors values', code: 2642 })
  return index
}

/**
 * Parameters of links for paging by time, besides `since` and `until`.
 * https://developers.facebook.com/docs/graph-api/results
 */
export const timeParams = ['__paging_token', '__previous'] as const

/**
 * Returns a page by time, newest first. Every page with items has both links, whether or not more follow.
 * Only `__previous` distinguishes the previous page from the next one. Recordings of `/posts` and `/feed`
 * show this form.
 */
export function sliceByTime<Item>(
  items: readonly Item[],
  { limit, token, isPrevious }: { limit: number; token: string | undefined; isPrevious: boolean },
  style: CursorStyle<Item>,
): { items: readonly Item[]; first?: string; last?: string } {
  const tokenIndex = token === undefined ? -1 : requirePosition(token, items, style)
  const slice = isPrevious
    ? items.slice(Math.max(0, tokenIndex - limit), tokenIndex)
    : items.slice(tokenIndex + 1, tokenIndex + 1 + limit)
  const [first] = slice
  const last = slice.at(-1)
  if (first === undefined || last === undefined) return { items: slice }
  return { items: slice, first: style.encode(first, 0), last: style.encode(last, 0) }
}

export function resolveLimit(requested: number | undefined, defaultLimit: number, maxLimit: number): number {
  if (requested === undefined) return defaultLimit
  if (requested < 0)
    throw invalidParameter('Param limit must be a non-negative integer', { blame: ['limit'] })
  return Math.min(requested === 0 ? defaultLimit : requested, maxLimit)
}
