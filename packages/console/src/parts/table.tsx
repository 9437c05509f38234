import type { ComponentChildren } from 'preact'
import { ask } from '../address/address.ts'
import { asked } from './filters.tsx'

export interface Column<Row> {
  readonly label: string
  /** Figures stand on the right. */
  readonly figure?: true
  /** By which the list can be sorted, as the service calls it. */
  readonly sort?: string
  readonly cell: (row: Row) => ComponentChildren
}

/** What is missing is a dash, and never nothing. */
export function Table<Row>({
  name,
  columns,
  rows,
  idOf,
}: {
  /** What the table holds, for those who hear it. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => string
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
            <tr key={idOf(row)}>
              {columns.map(({ label, figure, cell }) => {
                const shown = cell(row)
                return (
                  <td class={figure ? 'figure' : ''} data-label={label} key={label}>
                    {shown === '' ? '–' : shown}
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

/** Pressed once it sorts, pressed again it turns the order round; both stand in the address. */
function Heading<Row>({ label, figure, sort }: Column<Row>) {
  const isSorted = sort !== undefined && asked('sort') === sort
  const isDown = asked('down') !== ''
  const next = isSorted && isDown ? { sort: '', down: '' } : { sort: sort ?? '', down: isSorted ? '1' : '' }
  return (
    <th
      scope="col"
      class={figure ? 'figure' : ''}
      {...(isSorted ? { 'aria-sort': isDown ? 'descending' : 'ascending' } : {})}
    >
      {label === '' && <span class="unseen">Actions</span>}
      {sort === undefined ? (
        label
      ) : (
        <button type="button" class="sort" onClick={() => ask({ ...next, at: '' })}>
          {label} <span aria-hidden="true">{isSorted ? (isDown ? '↓' : '↑') : '↕'}</span>
        </button>
      )}
    </th>
  )
}

/** The neighbours of a page, by the cursors that the service gave; in the address, like everything else. */
export function Pager({
  pagination: { next, previous },
  words = ['Newer', 'Older'],
  name = 'Pages',
  cursor = 'at',
}: {
  readonly pagination: { readonly next: string; readonly previous: string }
  readonly words?: readonly [back: string, on: string]
  /** Of what, where a page has several. */
  readonly name?: string
  /** The member of the address. */
  readonly cursor?: string
}) {
  if (next === '' && previous === '') return null
  return (
    <nav class="pager" aria-label={name}>
      <button
        type="button"
        class="plain"
        disabled={previous === ''}
        onClick={() => ask({ [cursor]: previous })}
      >
        ← {words[0]}
      </button>
      <button type="button" class="plain" disabled={next === ''} onClick={() => ask({ [cursor]: next })}>
        {words[1]} →
      </button>
    </nav>
  )
}
