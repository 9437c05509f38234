// A list of an answer as a table for spreadsheets (RFC 4180): the same rows, in the order of their declaration. What did not
// come is a line of its own with its error, so that nobody takes a table that lacks something for a whole one.

import { declarationOf, type OperationName } from '@adrail/contract'
import { z } from 'zod'
import { LongList } from '../base/longList.ts'
import type { Runtime } from '../base/runtime.ts'

type Row = Readonly<Record<string, unknown>>

/** So many lines are sent together. */
const linesTogether = 500

/** Whether the request's `Accept` asks for a table, and likes it no less than JSON. */
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
  // The lists of an answer hold objects, as they are declared.
  if (list instanceof LongList) yield* (list as LongList<Row>).groups()
  else if (Array.isArray(list)) yield list as readonly Row[]
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = safe(String(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe, which makes it text; numbers stay what they are. In many
 * countries cells end at a semicolon or a tab, so what follows one inside a text may be a cell as well.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function safe(text: string): string {
  return isNumber.test(text) ? text : text.replace(formulaStart, "$1'")
}

const isNumber = /^-?\d+(\.\d+)?$/
const formulaStart = /(^[ "]*|[;\t\r\n][ "]*)(?=[=+\-@\t\r＝＋－＠])/g
