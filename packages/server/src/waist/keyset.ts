// Pages of a list that is kept in a fixed order: a position names an entry, and which way to go on from it.

import type { Page, Position } from '../platforms/kit/page.ts'
import type { Paging } from './paging.ts'

interface Listing<Row, Entry> {
  readonly size: number
  /** What a position names, as `read` takes it. */
  entryOf(name: Position): Entry
  /** Entries in the order of the list, as many as asked for: the first ones after an entry, or the last ones before one. */
  read(from: { readonly after?: Entry; readonly before?: Entry }, limit: number): Promise<Row[]>
  /** What names a row, as a position keeps it. */
  nameOf(row: Row): Position
  /** Which rows are wanted; all when absent. */
  fits?: ((row: Row) => boolean) | undefined
}

/** Of those that are not wanted, too: no page costs more, however rare the others are. */
const mostLookedAt = 1000

/** A page, and all that was looked at for it. */
export interface LookedPage<Row> extends Page<Row> {
  readonly looked: readonly Row[]
}

export async function keysetPage<Row, Entry>(
  { position }: Pick<Paging, 'position'>,
  { size, read, nameOf, entryOf, fits }: Listing<Row, Entry>,
): Promise<LookedPage<Row>> {
  const back = position?.['way'] === 'back'
  const from = position && { [back ? 'before' : 'after']: entryOf(position) }
  // One more than a page tells whether there is another one behind it.
  const limit = fits ? mostLookedAt : size + 1
  const looked = await read({ ...from }, limit)
  const fitting = fits ? looked.filter(fits) : looked
  const rows = back ? fitting.slice(-size) : fitting.slice(0, size)
  // Where more than a page fits, the neighbour begins at the page's edge; else where nobody has looked yet.
  const over = fitting.length > size
  const mayGoOn = over || looked.length === limit
  const edges = over ? rows : looked
  const [first, last] = back ? [edges.at(0), looked.at(-1)] : [looked.at(0), edges.at(-1)]
  const goesOn = back || mayGoOn
  const goesBack = back ? mayGoOn : position !== undefined
  return {
    rows,
    looked,
    ...(last && goesOn ? { next: { ...nameOf(last), way: 'on' } } : {}),
    ...(first && goesBack ? { previous: { ...nameOf(first), way: 'back' } } : {}),
  }
}
