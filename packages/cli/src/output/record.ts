// One record as names and values, with what is inside it indented below. Its own values are never cut.

import { cellOf, padded, type Row, readable, widthOf } from './cells.ts'
import { type Layout, tableOf } from './table.ts'

export function recordLines(
  record: Row,
  paintName: (name: string) => string,
  /** The layout of the list of records under a name, at an indent. */
  layout: (name: string, indent: number) => Layout,
  /** Collects the fields for which there was no room. */
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
    // `isInside` has seen that it is a list of records or a record.
    if (!Array.isArray(value))
      return [title, ...recordLines(value as Row, paintName, layout, omitted, deeper)]
    const { head, lines, left } = tableOf(value as Row[], layout(name, deeper.length))
    for (const field of left) omitted.add(field)
    return [title, `${deeper}${paintName(head)}`, ...lines.map((line) => `${deeper}${line}`)]
  })
}

/** Whether a value is itself made of names and values. */
function hasInside(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((entry) => typeof entry === 'object' && entry !== null)
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
