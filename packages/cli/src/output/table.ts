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
const leastText = 12
const longestWord = 40

export function tableOf(rows: readonly Row[], width: number): Table {
  const columns = columnsOf(rows)
  const shown = [...columns]
  const total = () => shown.reduce((sum, { least }) => sum + least + gap, -gap)
  // The first two say which one it is, and what it costs nobody wants to miss: those go last.
  while (shown.length > 1 && total() > width)
    shown.splice(
      Math.max(
        1,
        shown.findLastIndex(({ isMoney }) => !isMoney),
      ),
      1,
    )
  let spare = Math.max(0, width - total())
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
  const natural = Math.max(widthOf(name), ...cells.map(widthOf))
  const isText = cells.some(
    (cell) => widthOf(cell) > longestWord || (/\s/.test(cell) && !/^[\d.]+ \w{3}$/.test(cell)),
  )
  return {
    name,
    cells,
    isMoney: rows.some((row) => isMoney(row, name)),
    isNumber: rows.every((row) => typeof row[name] === 'number' || row[name] === '' || isMoney(row, name)),
    natural,
    least: isText ? Math.min(natural, Math.max(leastText, widthOf(name))) : natural,
  }
}
