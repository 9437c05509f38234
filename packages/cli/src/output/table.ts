// Records as aligned columns that fit the width of the terminal.

import { cellOf, cut, isMoney, padded, type Row, widthOf } from './cells.ts'

export interface Table {
  readonly head: string
  readonly lines: readonly string[]
  /** Members for which there was no room. */
  readonly left: readonly string[]
}

interface Column {
  readonly name: string
  readonly cells: readonly string[]
  readonly isNumber: boolean
  readonly isMoney: boolean
  /** The room that it would like, and the least that is of use. */
  readonly natural: number
  readonly least: number
}

const gap = 2
/** A text may be cut down to this much; ids, states and numbers are of no use in part. */
const leastText = 16

export function tableOf(rows: readonly Row[], width: number): Table {
  const columns = columnsOf(rows)
  const shown = fitting(columns, width)
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

function leastWidth(columns: readonly Column[]): number {
  return columns.reduce((sum, { least }) => sum + least + gap, -gap)
}

/** The columns that there is room for. Which one it is and what it costs nobody wants to miss: those are chosen first. */
function fitting(columns: readonly Column[], width: number): Column[] {
  const [names, rest] = [columns.slice(0, 2), columns.slice(2)]
  const byRank = [
    ...names,
    ...rest.filter(({ isMoney }) => isMoney),
    ...rest.filter(({ isMoney }) => !isMoney),
  ]
  const chosen: Column[] = []
  // One column is shown in any case, cut if it must be.
  for (const column of byRank)
    if (chosen.length === 0 || leastWidth([...chosen, column]) <= width) chosen.push(column)
  return columns.filter((column) => chosen.includes(column))
}

/** The members that say something in at least one of the records, in the order of their first appearance. */
function columnsOf(rows: readonly Row[]): Column[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
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
    isNumber: rows.every((row) => typeof row[name] === 'number' || row[name] === '' || isMoney(row, name)),
    natural,
    least: isText ? Math.min(natural, Math.max(leastText, widthOf(name))) : natural,
  }
}
