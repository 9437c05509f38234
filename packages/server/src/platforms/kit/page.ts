// One page of a list, and where its neighbours begin.

/** Where a page begins, in the platform's own terms; travels to callers sealed. */
export type PagePosition = Readonly<Record<string, string>>

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next?: PagePosition
  readonly previous?: PagePosition
}
