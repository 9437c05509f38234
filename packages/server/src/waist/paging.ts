// How a handler reads the caller's cursor and issues new ones.

import type { Page, Position } from '../platforms/kit/page.ts'
import type { Cursors } from './cursors.ts'

export interface Paging {
  /** The position to continue from. Undefined for the first page. */
  readonly position: Position | undefined
  /** The cursors of the next and previous page. Empty if there is no such page. */
  around(page: Page<unknown>): { next: string; previous: string }
  /** Paging of one of several lists. Its cursors fit no other list. */
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
