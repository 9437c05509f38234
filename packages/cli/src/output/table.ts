// Formats records as aligned columns that fit the width of the terminal.

import { formatCell, isMoney, type JsonRecord, measureWidth, pad, truncate } from './cells.ts'

export interface Table {
  readonly head: string
  readonly lines: readonly string[]
  /** Fields that did not fit. */
  readonly hiddenFields: readonly string[]
}

export interface Layout {
  /** The maximum number of characters per line. */
  readonly width: number
  /** Fields by importance. A field of a nested record has a path such as `totals.spend`. */
  readonly columns?: readonly string[]
  /** Shows exactly `columns`, even when they exceed the width. */
  readonly isExact?: boolean
}

interface Column {
  readonly name: string
  readonly cells: readonly string[]
  readonly isNumber: boolean
  readonly isMoney: boolean
  /** Width of the longest cell, and the minimum useful width. */
  readonly fullWidth: number
  readonly minWidth: number
}

const gap = 2
/** Texts may be truncated to this width. Ids, states and numbers are useless in part. */
const minTextWidth = 16

export function buildTable(records: readonly JsonRecord[], layout: Layout): Table {
  const rows = records.map((record) => flatten(record))
  const columns = buildColumns(rows, layout)
  const visibleColumns = layout.isExact ? columns : selectFitting(columns, layout)
  const width = layout.isExact ? Math.max(layout.width, sumMinWidths(visibleColumns)) : layout.width
  let spareWidth = Math.max(0, width - sumMinWidths(visibleColumns))
  const columnWidths = visibleColumns.map(({ fullWidth, minWidth }) => {
    const extraWidth = Math.min(fullWidth - minWidth, spareWidth)
    spareWidth -= extraWidth
    return minWidth + extraWidth
  })
  const formatLine = (getText: (column: Column) => string) =>
    visibleColumns
      .map((column, index) => {
        const columnWidth = Math.min(columnWidths[index] ?? 0, width)
        return pad(truncate(getText(column), columnWidth), columnWidth, column.isNumber)
      })
      .join(' '.repeat(gap))
      .trimEnd()
  return {
    head: formatLine(({ name }) => name),
    lines: rows.map((_, index) => formatLine(({ cells }) => cells[index] ?? '')),
    hiddenFields: columns.filter((column) => !visibleColumns.includes(column)).map(({ name }) => name),
  }
}

/** Flattens nested records to fields with paths, so that each can be a column. */
function flatten(record: JsonRecord, prefix = ''): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? // A nested record is plain JSON.
          Object.entries(flatten(value as JsonRecord, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value]],
    ),
  )
}

function sumMinWidths(columns: readonly Column[]): number {
  return columns.reduce((sum, { minWidth }) => sum + minWidth + gap, -gap)
}

/** Selects the columns that fit, by importance. */
function selectFitting(columns: readonly Column[], { width, columns: defaultColumns }: Layout): Column[] {
  const selectedColumns: Column[] = []
  // At least one column is shown, truncated if necessary.
  for (const column of defaultColumns === undefined ? sortByRank(columns) : columns)
    if (selectedColumns.length === 0 || sumMinWidths([...selectedColumns, column]) <= width)
      selectedColumns.push(column)
  return columns.filter((column) => selectedColumns.includes(column))
}

/** Without a declared order, the first two columns identify the record, and its amounts come next. */
function sortByRank(columns: readonly Column[]): Column[] {
  const [identifiers, otherColumns] = [columns.slice(0, 2), columns.slice(2)]
  return [
    ...identifiers,
    ...otherColumns.filter(({ isMoney }) => isMoney),
    ...otherColumns.filter(({ isMoney }) => !isMoney),
  ]
}

/**
 * Builds the columns that have a value in at least one row: declared columns first, then the others in order
 * of appearance.
 */
function buildColumns(
  rows: readonly JsonRecord[],
  { columns: defaultColumns = [], isExact = false }: Layout,
): Column[] {
  const presentFields = new Set(rows.flatMap((row) => Object.keys(row)))
  if (isExact) return defaultColumns.map((name) => buildColumn(name, rows))
  const names = [...new Set([...defaultColumns.filter((name) => presentFields.has(name)), ...presentFields])]
  const hasMoney = names.some((name) => rows.some((row) => isMoney(row, name)))
  return names
    .filter((name) => !(hasMoney && name === 'currencyCode'))
    .map((name) => buildColumn(name, rows))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

function buildColumn(name: string, rows: readonly JsonRecord[]): Column {
  const cells = rows.map((row) => formatCell(row, name))
  const fullWidth = cells.reduce((widest, cell) => Math.max(widest, measureWidth(cell)), measureWidth(name))
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
    fullWidth,
    minWidth: isText ? Math.min(fullWidth, Math.max(minTextWidth, measureWidth(name))) : fullWidth,
  }
}
