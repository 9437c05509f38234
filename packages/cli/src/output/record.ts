// Formats one record as names and values, with nested records indented below. Values are never truncated.

import { formatCell, type JsonRecord, measureWidth, pad, toSafeText } from './cells.ts'
import { buildTable, type Layout } from './table.ts'

export function formatRecord(
  record: JsonRecord,
  styleName: (name: string) => string,
  /** Returns the layout of the list of records under a name, at an indent. */
  getLayout: (name: string, indent: number) => Layout,
  /** Collects the fields that did not fit. */
  allHiddenFields: Set<string>,
  indent = '',
): string[] {
  const names = Object.keys(record)
  const isNested = (name: string) => hasNestedFields(record[name])
  const nameWidth = Math.max(0, ...names.filter((name) => !isNested(name)).map(measureWidth)) + 2
  const nestedIndent = `${indent}  `
  return names.flatMap((name) => {
    const value = record[name]
    if (!isNested(name))
      return [`${indent}${styleName(pad(toSafeText(name), nameWidth))}${formatCell(record, name)}`.trimEnd()]
    const title = `${indent}${styleName(toSafeText(name))}`
    // `isNested` has checked that the value is a record or a list of records.
    if (!Array.isArray(value))
      return [
        title,
        ...formatRecord(value as JsonRecord, styleName, getLayout, allHiddenFields, nestedIndent),
      ]
    const { head, lines, hiddenFields } = buildTable(
      value as JsonRecord[],
      getLayout(name, nestedIndent.length),
    )
    for (const field of hiddenFields) allHiddenFields.add(field)
    return [title, `${nestedIndent}${styleName(head)}`, ...lines.map((line) => `${nestedIndent}${line}`)]
  })
}

/** Whether a value itself consists of names and values. */
function hasNestedFields(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((entry) => typeof entry === 'object' && entry !== null)
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
