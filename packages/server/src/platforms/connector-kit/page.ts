// A page of a list with the positions of its neighbors.

/** Start of a page, in the platform's terms. Callers receive the position encrypted, as a cursor. */
export type PagePosition = Readonly<Record<string, string>>

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next?: PagePosition
  readonly previous?: PagePosition
}
