// How a handler reads the caller's cursor and gives out new ones.

import type { Page, Position } from '../platforms/kit/page.ts'
import type { Cursors } from './cursors.ts'

export interface Paging {
  /** Where the caller wants to go on; nothing for the first page. */
  readonly position: Position | undefined
  /** The cursors of a page's neighbours, empty where there is none. */
  around(page: Page<unknown>): { next: string; previous: string }
  /** The same for one of several lists: its cursors fit no other. */
  of(list: string): Paging
}

export function makePaging(pagination: string, cursorsOf: (list: string) => Cursors, list = ''): Paging {
  const cursors = cursorsOf(list)
  const cursor = (position: Position | undefined) => (position === undefined ? '' : cursors.make(position))
  return {
    get position() {
      return cursors.read(pagination)
    },
    around: ({ next, previous }) => ({ next: cursor(next), previous: cursor(previous) }),
    of: (other) => makePaging(pagination, cursorsOf, other),
  }
}
