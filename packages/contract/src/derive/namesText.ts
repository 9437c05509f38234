// Renders the tables of aliases in docs/versioning.md.

import { aliasList } from './aliasList.ts'
import { anchor, code, table } from './markdown.ts'

export function namesText(): string {
  const { fields, values } = aliasList()
  return [
    '**Fields**',
    namesTable([], fields),
    '**Values**',
    namesTable(
      ['Field'],
      values.map((alias) => ({ ...alias, field: code(alias.path.replaceAll('[0]', '[]')) })),
    ),
  ].join('\n\n')
}

interface Named {
  readonly operation: string
  readonly names: readonly string[]
  readonly field?: string
}

/** Renders one row for aliases that several operations share. */
function namesTable(further: readonly string[], aliases: readonly Named[]): string {
  const rows = new Map<string, { readonly cells: readonly string[]; readonly operations: Set<string> }>()
  for (const { operation, names, field } of aliases) {
    const [preferred = '', ...others] = names.map(code)
    const cells = [...(field === undefined ? [] : [field]), preferred, others.join(', ')]
    const row = rows.get(cells.join()) ?? { cells, operations: new Set() }
    row.operations.add(`[${operation}](operations.md#${anchor(operation)})`)
    rows.set(cells.join(), row)
  }
  return table(
    [...further, 'Preferred', 'Also accepted, deprecated', 'Operations'],
    [...rows.values()].map(({ cells, operations }) => [...cells, [...operations].join(', ')]),
  )
}
