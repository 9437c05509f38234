import type { ComponentChildren } from 'preact'
import { ask } from '../address/address.ts'

export interface Column<Row> {
  readonly label: string
  /** Figures stand on the right. */
  readonly figure?: true
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
            {columns.map(({ label, figure }) => (
              <th scope="col" class={figure ? 'figure' : ''} key={label}>
                {label === '' ? <span class="unseen">Actions</span> : label}
              </th>
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

/** The neighbours of a page, by the cursors that the service gave; in the address, like everything else. */
export function Pager({
  pagination: { next, previous },
  words = ['Newer', 'Older'],
}: {
  readonly pagination: { readonly next: string; readonly previous: string }
  readonly words?: readonly [back: string, on: string]
}) {
  if (next === '' && previous === '') return null
  return (
    <nav class="pager" aria-label="Pages">
      <button type="button" class="plain" disabled={previous === ''} onClick={() => ask({ at: previous })}>
        ← {words[0]}
      </button>
      <button type="button" class="plain" disabled={next === ''} onClick={() => ask({ at: next })}>
        {words[1]} →
      </button>
    </nav>
  )
}
