// Formats records as aligned columns that fit the width of the terminal.

import { cellOf, cut, isMoney, padded, type Row, widthOf } from './cells.ts'

export interface Table {
  readonly head: string
  readonly lines: readonly string[]
  /** Fields that did not fit. */
  readonly left: readonly string[]
}

export interface Layout {
  /** The maximum number of characters per line. */
  readonly width: number
  /** Fields by importance. A field of a nested record has a path such as `totals.spend`. */
  readonly columns?: readonly string[]
  /** Shows exactly `columns`, even when they exceed the width. */
  readonly only?: boolean
}

interface Column {
  readonly name: string
  readonly cells: readonly string[]
  readonly isNumber: boolean
  readonly isMoney: boolean
  /** Width of the longest cell, and the minimum useful width. */
  readonly natural: number
  readonly least: number
}

const gap = 2
/** Texts may be truncated to this width. Ids, states and numbers are useless in part. */
const leastText = 16

export function tableOf(records: readonly Row[], layout: Layout): Table {
  const rows = records.map((record) => flattened(record))
  const columns = columnsOf(rows, layout)
  const shown = layout.only ? columns : fitting(columns, layout)
  const width = layout.only ? Math.max(layout.width, leastWidth(shown)) : layout.width
  let spare = Math.max(0, width - leastWidth(shown))
  const rooms = shown.map(({ natural, least }) => {
    const more = Math.min(natural - least, spare)
    spare -= more
    return least + more
  })
  const line = (textOf: (column: Column) => string) =>
    shown
      .map((column, index) => {
        const room = Math.min(rooms[index] ?? 0, width)
        return padded(cut(textOf(column), room), room, column.isNumber)
      })
      .join(' '.repeat(gap))
      .trimEnd()
  return {
    head: line(({ name }) => name),
    lines: rows.map((_, index) => line(({ cells }) => cells[index] ?? '')),
    left: columns.filter((column) => !shown.includes(column)).map(({ name }) => name),
  }
}

/** Flattens nested records to fields with paths, so that each can be a column. */
function flattened(record: Row, prefix = ''): Row {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? // A nested record is plain JSON.
          Object.entries(flattened(value as Row, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value]],
    ),
  )
}

function leastWidth(columns: readonly Column[]): number {
  return columns.reduce((sum, { least }) => sum + least + gap, -gap)
}

/** Selects the columns that fit, by importance. */
function fitting(columns: readonly Column[], { width, columns: declared }: Layout): Column[] {
  const chosen: Column[] = []
  // At least one column is shown, truncated if necessary.
  for (const column of declared === undefined ? byRank(columns) : columns)
    if (chosen.length === 0 || leastWidth([...chosen, column]) <= width) chosen.push(column)
  return columns.filter((column) => chosen.includes(column))
}

/** Without a declared order, the first two columns identify the record, and its amounts come next. */
function byRank(columns: readonly Column[]): Column[] {
  const [names, rest] = [columns.slice(0, 2), columns.slice(2)]
  return [...names, ...rest.filter(({ isMoney }) => isMoney), ...rest.filter(({ isMoney }) => !isMoney)]
}

/**
 * Builds the columns that have a value in at least one row: declared columns first, then the others in order
 * of appearance.
 */
function columnsOf(rows: readonly Row[], { columns: declared = [], only = false }: Layout): Column[] {
  const found = new Set(rows.flatMap((row) => Object.keys(row)))
  if (only) return declared.map((name) => columnOf(name, rows))
  const names = [...new Set([...declared.filter((name) => found.has(name)), ...found])]
  const saysCurrency = names.some((name) => rows.some((row) => isMoney(row, name)))
  return names
    .filter((name) => !(saysCurrency && name === 'currencyCode'))
    .map((name) => columnOf(name, rows))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

function columnOf(name: string, rows: readonly Row[]): Column {
  const cells = rows.map((row) => cellOf(row, name))
  const natural = cells.reduce((widest, cell) => Math.max(widest, widthOf(cell)), widthOf(name))
  // Texts are sentences and URLs. An amount contains a blank as well, but is no text.
  const isText = rows.some((row, index) => /\s|:\/\//.test(cells[index] ?? '') && !isMoney(row, name))
  return {
    name,
    cells,
    isMoney: rows.some((row) => isMoney(row, name)),
    isNumber: rows.every(
      (row) =>
        row[name] === undefined || typeof row[name] === 'number' || row[name] === '' || isMoney(row, name),
    ),
    natural,
    least: isText ? Math.min(natural, Math.max(leastText, widthOf(name))) : natural,
  }
}
