// Renders the tables of aliases in docs/versioning.md.

import type { OperationName } from '../operations.ts'
import { listAliases } from './aliasList.ts'
import { inlineCode, operationLink, renderTable } from './markdown.ts'

export function renderAliases(): string {
  const { fields, values } = listAliases()
  return [
    '**Fields**',
    renderAliasTable([], fields),
    '**Values**',
    renderAliasTable(
      ['Field'],
      values.map((alias) => ({ ...alias, field: inlineCode(alias.path.replaceAll('[0]', '[]')) })),
    ),
  ].join('\n\n')
}

interface AliasRow {
  readonly operation: OperationName
  readonly names: readonly string[]
  readonly field?: string
}

/** Renders one row for aliases that several operations share. */
function renderAliasTable(extraHeaders: readonly string[], aliases: readonly AliasRow[]): string {
  const rows = new Map<string, { readonly cells: readonly string[]; readonly operations: Set<string> }>()
  for (const { operation, names, field } of aliases) {
    const [preferred = '', ...others] = names.map(inlineCode)
    const cells = [...(field === undefined ? [] : [field]), preferred, others.join(', ')]
    const row = rows.get(cells.join()) ?? { cells, operations: new Set() }
    row.operations.add(`[${operation}](${operationLink(operation, 'operations/')})`)
    rows.set(cells.join(), row)
  }
  return renderTable(
    [...extraHeaders, 'Preferred', 'Also accepted, deprecated', 'Operations'],
    [...rows.values()].map(({ cells, operations }) => [...cells, [...operations].join(', ')]),
  )
}
