// Paging with opaque cursors. `next` and `previous` are whole links that contain the token.
// https://developers.facebook.com/docs/graph-api/results

import { GraphError, invalid } from '../errors.ts'

export interface Slice<Item> {
  readonly items: readonly Item[]
  readonly before?: string
  readonly after?: string
  readonly hasNext: boolean
  readonly hasPrevious: boolean
}

export interface Bounds {
  readonly limit: number
  readonly after?: string
  readonly before?: string
}

/** A way to point at items of a list. */
export interface CursorStyle<Item> {
  write(item: Item, index: number): string
  /** Returns the index to which the cursor points, or -1. */
  find(cursor: string, items: readonly Item[]): number
}

/** Cursors that name the item, as object edges have them. About 1,100 characters are recorded. */
export function byId<Item>(idOf: (item: Item) => string): CursorStyle<Item> {
  const write = (item: Item) => `QVFIUk${Buffer.from(idOf(item).padEnd(820)).toString('base64url')}ZD`
  return {
    write,
    find: (cursor, items) => {
      const id = /^QVFIUk([\w-]+)ZD$/.exec(cursor)?.[1]
      if (id === undefined) return -1
      const wanted = Buffer.from(id, 'base64url').toString().trimEnd()
      return items.findIndex((item) => idOf(item) === wanted)
    },
  }
}

/** Short cursors that name the position, as insights have them: `MAZDZD` is 0. */
export const byPosition: CursorStyle<unknown> = {
  write: (_item, index) => Buffer.from(String(index)).toString('base64').replaceAll('=', 'ZD'),
  find: (cursor, items) => {
    const text = Buffer.from(cursor.replaceAll('ZD', '='), 'base64').toString()
    return /^\d{1,9}$/.test(text) && Number(text) < items.length ? Number(text) : -1
  },
}

export function sliceOf<Item>(items: readonly Item[], bounds: Bounds, style: CursorStyle<Item>): Slice<Item> {
  const { limit, after, before } = bounds
  let from = 0
  let to = Math.min(limit, items.length)
  if (after !== undefined) {
    from = position(after, items, style) + 1
    to = Math.min(from + limit, items.length)
  } else if (before !== undefined) {
    to = position(before, items, style)
    from = Math.max(0, to - limit)
  }
  const slice = items.slice(from, to)
  const first = slice[0]
  const last = slice.at(-1)
  return {
    items: slice,
    ...(first === undefined ? {} : { before: style.write(first, from) }),
    ...(last === undefined ? {} : { after: style.write(last, to - 1) }),
    hasNext: to < items.length && slice.length > 0,
    hasPrevious: from > 0,
  }
}

function position<Item>(cursor: string, items: readonly Item[], style: CursorStyle<Item>): number {
  const index = style.find(cursor, items)
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
export function timeSliceOf<Item>(
  items: readonly Item[],
  { limit, token, isPrevious }: { limit: number; token: string | undefined; isPrevious: boolean },
  style: CursorStyle<Item>,
): { items: readonly Item[]; first?: string; last?: string } {
  const at = token === undefined ? -1 : position(token, items, style)
  const slice = isPrevious ? items.slice(Math.max(0, at - limit), at) : items.slice(at + 1, at + 1 + limit)
  const [first] = slice
  const last = slice.at(-1)
  if (first === undefined || last === undefined) return { items: slice }
  return { items: slice, first: style.write(first, 0), last: style.write(last, 0) }
}

export function limitOf(asked: number | undefined, usual: number, most: number): number {
  if (asked === undefined) return usual
  if (asked < 0) throw invalid('Param limit must be a non-negative integer', { blame: ['limit'] })
  return Math.min(asked === 0 ? usual : asked, most)
}
