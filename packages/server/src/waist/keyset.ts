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

/** A page, and all that was looked at for it: up to the first of the next one, so that nothing lies between two pages. */
export interface LookedPage<Row> extends Page<Row> {
  readonly looked: readonly Row[]
}

export async function keysetPage<Row, Entry>(
  { position }: Pick<Paging, 'position'>,
  { size, read, nameOf, entryOf, fits }: Listing<Row, Entry>,
): Promise<LookedPage<Row>> {
  const back = position?.['way'] === 'back'
  const from = position && { [back ? 'before' : 'after']: entryOf(position) }
  const most = fits ? mostLookedAt : size
  // One more tells whether there is another page behind this one, whose it is.
  const looked = await read({ ...from }, most + 1)
  const within = back ? looked.slice(-most) : looked.slice(0, most)
  const fitting = fits ? within.filter(fits) : within
  const rows = back ? fitting.slice(-size) : fitting.slice(0, size)
  // Where more than a page fits, the neighbour begins at the page's edge; else where nobody has looked yet.
  const over = fitting.length > size
  const mayGoOn = over || looked.length > most
  const edges = over ? rows : within
  const [first, last] = back ? [edges.at(0), within.at(-1)] : [within.at(0), edges.at(-1)]
  const goesOn = back || mayGoOn
  const goesBack = back ? mayGoOn : position !== undefined
  return {
    rows,
    looked,
    ...(last && goesOn ? { next: { ...nameOf(last), way: 'on' } } : {}),
    ...(first && goesBack ? { previous: { ...nameOf(first), way: 'back' } } : {}),
  }
}
