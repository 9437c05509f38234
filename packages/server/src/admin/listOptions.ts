// The shared options of the admin lists: time range, length and format.

import { type Command, InvalidArgumentError } from 'commander'
import { dayMs } from '../runtime/durations.ts'
import { AdminError, currentTerminal, print, printTable, runtime } from './terminal.ts'

export interface ListOptions {
  readonly user?: string
  readonly since?: number
  readonly until?: number
  readonly json?: boolean
}

export interface PageOptions extends ListOptions {
  readonly limit: number
  readonly after?: string
}

const maxLimit = 10_000

export function withListOptions(command: Command): Command {
  return command
    .option('-u, --user <userId>', 'only entries for this user')
    .option(
      '--since <time>',
      'start of the period: a time such as 2026-01-31T09:30Z, or an age such as 90m, 12h, 7d',
      parseTime,
    )
    .option('--until <time>', 'end of the period (exclusive), in the same format as --since', parseTime)
    .option('--json', 'print one JSON object per line instead of a table')
}

/** For lists in descending order of time that continue after the last row of the previous list. */
export function withPageOptions(command: Command): Command {
  return withListOptions(command)
    .option('-l, --limit <count>', `maximum number of entries, up to ${maxLimit}`, parseLimit, 50)
    .option('--after <id>', 'continue after this id, the last one in the previous list')
}

/** Returns the row after which the list continues, or undefined for the first page. */
export async function findPageStart<Row>(
  { after: id }: PageOptions,
  noun: string,
  find: (id: string) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  if (id === undefined) return undefined
  const row = await find(id)
  if (row === undefined)
    throw new AdminError(`No ${noun} ${id}. Pass the id of the last ${noun} in the previous list to --after.`)
  return row
}

export function timeRange({ since = 0, until = Number.MAX_SAFE_INTEGER }: ListOptions) {
  return { since, until }
}

/** Formats a timestamp of the database for people and programs. */
export function toIsoTime(at: number): string {
  return new Date(at).toISOString()
}

export interface Column<Row> {
  readonly title: string
  cell(row: Row): string
}

export function printRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { json = false }: ListOptions,
): void {
  if (json) for (const row of rows) print(JSON.stringify(row))
  else
    printTable(
      columns.map(({ title }) => title),
      rows.map((row) => columns.map(({ cell }) => cell(row))),
    )
}

/**
 * Prints a hint to standard error if the list ended at its limit, so that programs do not read the hint as a
 * row.
 */
export function printMoreHint(rows: readonly { readonly id: string }[], { limit }: PageOptions): void {
  const last = rows.at(-1)
  if (last && rows.length === limit)
    currentTerminal().err(`There may be more entries. To continue, add --after ${last.id}\n`)
}

const unitsMs = { m: 60_000, h: 60 * 60_000, d: dayMs }

function parseTime(text: string): number {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(text) ?? []
  // The pattern allows only these units.
  if (count !== undefined) return runtime.now() - Number(count) * unitsMs[unit as keyof typeof unitsMs]
  const timestamp = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(timestamp))
    throw new InvalidArgumentError('Use a time such as 2026-01-31T09:30Z, or an age such as 90m, 12h, 7d.')
  return timestamp
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
    throw new InvalidArgumentError(`Use a whole number from 1 to ${maxLimit}.`)
  return limit
}
