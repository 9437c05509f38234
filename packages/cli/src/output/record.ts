// Formats one record as names and values, with nested records indented below. Values are never truncated.

import { cellOf, padded, type Row, readable, widthOf } from './cells.ts'
import { type Layout, tableOf } from './table.ts'

export function recordLines(
  record: Row,
  paintName: (name: string) => string,
  /** Returns the layout of the list of records under a name, at an indent. */
  layout: (name: string, indent: number) => Layout,
  /** Collects the fields that did not fit. */
  omitted: Set<string>,
  indent = '',
): string[] {
  const names = Object.keys(record)
  const isInside = (name: string) => hasInside(record[name])
  const room = Math.max(0, ...names.filter((name) => !isInside(name)).map(widthOf)) + 2
  const deeper = `${indent}  `
  return names.flatMap((name) => {
    const value = record[name]
    if (!isInside(name))
      return [`${indent}${paintName(padded(readable(name), room))}${cellOf(record, name)}`.trimEnd()]
    const title = `${indent}${paintName(readable(name))}`
    // `isInside` has checked that the value is a record or a list of records.
    if (!Array.isArray(value))
      return [title, ...recordLines(value as Row, paintName, layout, omitted, deeper)]
    const { head, lines, left } = tableOf(value as Row[], layout(name, deeper.length))
    for (const field of left) omitted.add(field)
    return [title, `${deeper}${paintName(head)}`, ...lines.map((line) => `${deeper}${line}`)]
  })
}

/** Whether a value itself consists of names and values. */
function hasInside(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((entry) => typeof entry === 'object' && entry !== null)
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
