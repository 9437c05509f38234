// Keyset pagination: a position names an entry of a list in fixed order, and the direction from there.

import type { Page, Position } from '../platforms/kit/page.ts'
import type { Paging } from './paging.ts'

interface Listing<Row, Entry> {
  readonly size: number
  /** Decodes a position to the key that `read` takes. */
  entryOf(name: Position): Entry
  /**
   * Reads at most `limit` rows in the order of the list: the first ones after a key, or the last ones before
   * one.
   */
  read(from: { readonly after?: Entry; readonly before?: Entry }, limit: number): Promise<Row[]>
  /** The position of a row. */
  nameOf(row: Row): Position
  /** Filters the rows. Absent if the list needs no filter. */
  fits?: ((row: Row) => boolean) | undefined
}

/**
 * The limit of rows scanned per page, including rows that do not match, so that rare matches do not make a
 * page slow.
 */
const mostLookedAt = 1000

/**
 * A page, and all rows scanned for it, including the first row of the next page. Pages therefore leave no
 * gap.
 */
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
  // One extra row shows whether another page follows, and is the first row of that page.
  const looked = await read({ ...from }, most + 1)
  const within = back ? looked.slice(-most) : looked.slice(0, most)
  const fitting = fits ? within.filter(fits) : within
  const rows = back ? fitting.slice(-size) : fitting.slice(0, size)
  // If more rows match than fit on a page, the neighbor starts at the edge of the page. Otherwise it starts
  // after the last scanned row.
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
