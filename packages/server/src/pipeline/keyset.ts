// Keyset pagination: a position names an entry of a list in fixed order, and the direction from there.

import type { Page, PagePosition } from '../platforms/connector-kit/page.ts'
import type { Paging } from './paging.ts'

interface KeysetSource<Row, Key> {
  readonly size: number
  /** Decodes a position to the key that `read` takes. */
  decodeKey(position: PagePosition): Key
  /**
   * Reads at most `limit` rows in the order of the list: the first ones after a key, or the last ones before
   * one.
   */
  read(from: { readonly after?: Key; readonly before?: Key }, limit: number): Promise<Row[]>
  /** The position of a row. */
  toPosition(row: Row): PagePosition
  /** Filters the rows. Absent if the list needs no filter. */
  matches?: ((row: Row) => boolean) | undefined
}

/**
 * The limit of rows scanned per page, including rows that do not match, so that rare matches do not make a
 * page slow.
 */
const maxScannedRows = 1000

/**
 * A page, and all rows scanned for it, including the first row of the next page. Pages therefore leave no
 * gap.
 */
export interface ScannedPage<Row> extends Page<Row> {
  readonly scannedRows: readonly Row[]
}

export async function keysetPage<Row, Key>(
  { position }: Pick<Paging, 'position'>,
  { size, read, toPosition, decodeKey, matches }: KeysetSource<Row, Key>,
): Promise<ScannedPage<Row>> {
  const isBackward = position?.['way'] === 'back'
  const from = position && { [isBackward ? 'before' : 'after']: decodeKey(position) }
  const scanLimit = matches ? maxScannedRows : size
  // One extra row shows whether another page follows, and is the first row of that page.
  const scannedRows = await read({ ...from }, scanLimit + 1)
  const candidates = isBackward ? scannedRows.slice(-scanLimit) : scannedRows.slice(0, scanLimit)
  const matchingRows = matches ? candidates.filter(matches) : candidates
  const rows = isBackward ? matchingRows.slice(-size) : matchingRows.slice(0, size)
  // If more rows match than fit on a page, the neighbor starts at the edge of the page. Otherwise it starts
  // after the last scanned row.
  const hasMoreMatches = matchingRows.length > size
  const hasMore = hasMoreMatches || scannedRows.length > scanLimit
  const edgeRows = hasMoreMatches ? rows : candidates
  const [first, last] = isBackward ? [edgeRows.at(0), candidates.at(-1)] : [candidates.at(0), edgeRows.at(-1)]
  const hasNext = isBackward || hasMore
  const hasPrevious = isBackward ? hasMore : position !== undefined
  return {
    rows,
    scannedRows,
    ...(last && hasNext ? { next: { ...toPosition(last), way: 'on' } } : {}),
    ...(first && hasPrevious ? { previous: { ...toPosition(first), way: 'back' } } : {}),
  }
}
