import type { ComponentChildren } from 'preact'
import { updateQuery } from '../address/address.ts'
import { readQueryParameter } from './filters.tsx'

export interface Column<Row> {
  readonly label: string
  /** Aligns numbers to the right. */
  readonly isRightAligned?: true
  /** The sort order of the service that this column selects. */
  readonly sort?: string
  readonly cell: (row: Row) => ComponentChildren
}

/** Shows a dash for missing values. */
export function Table<Row>({
  name,
  columns,
  rows,
  getId,
}: {
  /** Caption of the table for screen readers. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly getId: (row: Row) => string
}) {
  return (
    <div class="table">
      <table>
        <caption class="unseen">{name}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading {...column} key={column.label} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={getId(row)}>
              {columns.map(({ label, isRightAligned, cell }) => {
                const content = cell(row)
                return (
                  <td class={isRightAligned ? 'figure' : ''} data-label={label} key={label}>
                    {content === '' ? '–' : content}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A first click sorts by the column, and a second click reverses the order. Both are part of the URL. */
function Heading<Row>({ label, isRightAligned, sort }: Column<Row>) {
  const isSorted = sort !== undefined && readQueryParameter('sort') === sort
  const isDescending = readQueryParameter('down') !== ''
  const nextSort =
    isSorted && isDescending ? { sort: '', down: '' } : { sort: sort ?? '', down: isSorted ? '1' : '' }
  return (
    <th
      scope="col"
      class={isRightAligned ? 'figure' : ''}
      {...(isSorted ? { 'aria-sort': isDescending ? 'descending' : 'ascending' } : {})}
    >
      {label === '' && <span class="unseen">Actions</span>}
      {sort === undefined ? (
        label
      ) : (
        <button type="button" class="sort" onClick={() => updateQuery({ ...nextSort, at: '' })}>
          {label} <span aria-hidden="true">{isSorted ? (isDescending ? '↓' : '↑') : '↕'}</span>
        </button>
      )}
    </th>
  )
}

/** Links to the neighboring pages. Their cursors are part of the URL. */
export function Pager({
  pagination: { next, previous },
  labels = ['Newer', 'Older'],
  name = 'Pages',
  cursorParameter = 'at',
}: {
  readonly pagination: { readonly next: string; readonly previous: string }
  readonly labels?: readonly [back: string, on: string]
  /** Name of the list, on pages with several lists. */
  readonly name?: string
  /** Name of the query parameter. */
  readonly cursorParameter?: string
}) {
  if (next === '' && previous === '') return null
  return (
    <nav class="pager" aria-label={name}>
      <button
        type="button"
        class="plain"
        disabled={previous === ''}
        onClick={() => updateQuery({ [cursorParameter]: previous })}
      >
        ← {labels[0]}
      </button>
      <button
        type="button"
        class="plain"
        disabled={next === ''}
        onClick={() => updateQuery({ [cursorParameter]: next })}
      >
        {labels[1]} →
      </button>
    </nav>
  )
}
