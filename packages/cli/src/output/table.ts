// Records as aligned columns that fit the width of the terminal.

import { cellOf, cut, isMoney, padded, type Row, widthOf } from './cells.ts'

export interface Table {
  readonly head: string
  readonly lines: readonly string[]
  /** Fields for which there was no room. */
  readonly left: readonly string[]
}

export interface Layout {
  /** How many characters a line may have. */
  readonly width: number
  /** Fields in the order of their importance; a field inside another record has a path such as `totals.spend`. */
  readonly columns?: readonly string[]
  /** Shows exactly `columns`, also when they take more than the width. */
  readonly only?: boolean
}

interface Column {
  readonly name: string
  readonly cells: readonly string[]
  readonly isNumber: boolean
  readonly isMoney: boolean
  /** The width of its longest cell, and the least that is of use. */
  readonly natural: number
  readonly least: number
}

const gap = 2
/** A text may be cut down to this much; ids, states and numbers are of no use in part. */
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

/** A record whose inner records became fields with paths, so that each can be a column. */
function flattened(record: Row, prefix = ''): Row {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? // A record inside a record is plain JSON.
          Object.entries(flattened(value as Row, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value]],
    ),
  )
}

function leastWidth(columns: readonly Column[]): number {
  return columns.reduce((sum, { least }) => sum + least + gap, -gap)
}

/** The columns that there is room for, chosen by importance. */
function fitting(columns: readonly Column[], { width, columns: declared }: Layout): Column[] {
  const chosen: Column[] = []
  // One column is shown in any case, cut if it must be.
  for (const column of declared === undefined ? byRank(columns) : columns)
    if (chosen.length === 0 || leastWidth([...chosen, column]) <= width) chosen.push(column)
  return columns.filter((column) => chosen.includes(column))
}

/** Where no importance is declared, the first two columns identify the record, and its amounts come next. */
function byRank(columns: readonly Column[]): Column[] {
  const [names, rest] = [columns.slice(0, 2), columns.slice(2)]
  return [...names, ...rest.filter(({ isMoney }) => isMoney), ...rest.filter(({ isMoney }) => !isMoney)]
}

/** Columns with a value in at least one row: the declared ones, then the others in the order of their first appearance. */
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
  // Sentences and addresses; an amount has a blank too.
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
