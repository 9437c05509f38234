// How a handler reads the caller's cursor and issues new ones.

import type { Page, PagePosition } from '../platforms/connector-kit/page.ts'
import type { CursorCodec } from './cursorCodec.ts'

export interface Paging {
  /** The position to continue from. Undefined for the first page. */
  readonly position: PagePosition | undefined
  /** The cursors of the next and previous page. Empty if there is no such page. */
  neighborCursors(page: Page<unknown>): { next: string; previous: string }
  /** Paging of one of several lists. Its cursors fit no other list. */
  forList(list: string): Paging
}

export function makePaging(pagination: string, codecFor: (list: string) => CursorCodec, list = ''): Paging {
  const codec = codecFor(list)
  const encodeCursor = (position: PagePosition | undefined) =>
    position === undefined ? '' : codec.encode(position)
  return {
    get position() {
      return codec.decode(pagination)
    },
    neighborCursors: ({ next, previous }) => ({ next: encodeCursor(next), previous: encodeCursor(previous) }),
    forList: (otherList) => makePaging(pagination, codecFor, otherList),
  }
}
