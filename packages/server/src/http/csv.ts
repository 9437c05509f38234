// Writes a list of results as CSV (RFC 4180): the same rows, with the columns in the order of the
// declaration. Each missing part is a row with its error, so that no one takes an incomplete table for a
// complete one.

import { declarationOf, type OperationName } from '@adrail/contract'
import { z } from 'zod'
import { LongList } from '../base/longList.ts'
import type { Runtime } from '../base/runtime.ts'

type Row = Readonly<Record<string, unknown>>

/** The minimum number of lines in a chunk. */
const linesTogether = 500

/** Whether the request's `Accept` header prefers CSV at least as much as JSON. */
export function prefersTable(accept: string | undefined): boolean {
  const wishes = new Map(
    (accept ?? '').split(',').map((entry): [string, number] => {
      const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((part) => part.startsWith('q='))?.slice(2)
      return [type, quality === undefined ? 1 : Number(quality)]
    }),
  )
  const wish = wishes.get('text/csv') ?? 0
  return wish > 0 && wish >= (wishes.get('application/json') ?? 0)
}

export async function* csvPieces(
  operation: OperationName,
  results: Readonly<Record<string, unknown>>,
  runtime: Runtime,
): AsyncGenerator<Buffer> {
  const { table = '' } = declarationOf(operation)
  const columns = [...columnsOf(operation, table), 'error']
  const lines = [columns.join()]
  const piece = () => Buffer.from(`${lines.splice(0).join('\r\n')}\r\n`)
  for (const member of [table, 'errors'])
    for await (const rows of groupsIn(results, member)) {
      await runtime.turn()
      for (const row of rows) lines.push(columns.map((column) => cell(row[column])).join())
      if (lines.length >= linesTogether) yield piece()
    }
  if (lines.length > 0) yield piece()
}

function columnsOf(operation: OperationName, table: string): string[] {
  const list = declarationOf(operation).results.shape[table]
  const entry = list instanceof z.ZodArray ? list.element : undefined
  return entry instanceof z.ZodObject ? Object.keys(entry.shape) : []
}

async function* groupsIn(
  results: Readonly<Record<string, unknown>>,
  member: string,
): AsyncGenerator<readonly Row[]> {
  const list = results[member]
  // The declaration of the results guarantees that their lists contain objects.
  if (list instanceof LongList) yield* (list as LongList<Row>).groups()
  else if (Array.isArray(list)) yield list as readonly Row[]
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = safe(String(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe. Numbers stay unchanged. In many
 * locales a semicolon or a tab separates cells, so text after one of them may also become a cell.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function safe(text: string): string {
  return isNumber.test(text) ? text : text.replace(formulaStart, "$1'")
}

const isNumber = /^-?\d+(\.\d+)?$/
const formulaStart = /(^[ "]*|[;\t\r\n][ "]*)(?=[=+\-@\t\r＝＋－＠])/g
