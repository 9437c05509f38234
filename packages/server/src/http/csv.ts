// Writes a list of results as CSV (RFC 4180): the same rows, with the columns in the order of the
// declaration. Each missing part is a row with its error, so that no one takes an incomplete table for a
// complete one.

import { declarationOf, type OperationName } from '@adrail/contract'
import { z } from 'zod'
import { CompressedList } from '../runtime/compressedList.ts'
import type { Runtime } from '../runtime/runtime.ts'

type Row = Readonly<Record<string, unknown>>

/** The minimum number of lines in a chunk. */
const linesPerChunk = 500

/** Whether the request's `Accept` header prefers CSV at least as much as JSON. */
export function prefersCsv(accept: string | undefined): boolean {
  const qualities = new Map(
    (accept ?? '').split(',').map((entry): [string, number] => {
      const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((part) => part.startsWith('q='))?.slice(2)
      return [type, quality === undefined ? 1 : Number(quality)]
    }),
  )
  const csvQuality = qualities.get('text/csv') ?? 0
  return csvQuality > 0 && csvQuality >= (qualities.get('application/json') ?? 0)
}

export async function* csvChunks(
  operation: OperationName,
  results: Readonly<Record<string, unknown>>,
  runtime: Runtime,
): AsyncGenerator<Buffer> {
  const { table = '' } = declarationOf(operation)
  const columns = [...listColumns(operation, table), 'error']
  const lines = [columns.join()]
  const takeChunk = () => Buffer.from(`${lines.splice(0).join('\r\n')}\r\n`)
  for (const field of [table, 'errors'])
    for await (const batch of rowBatches(results, field)) {
      await runtime.yieldToLoop()
      for (const row of batch) lines.push(columns.map((column) => formatCell(row[column])).join())
      if (lines.length >= linesPerChunk) yield takeChunk()
    }
  if (lines.length > 0) yield takeChunk()
}

function listColumns(operation: OperationName, table: string): string[] {
  const list = declarationOf(operation).results.shape[table]
  const entry = list instanceof z.ZodArray ? list.element : undefined
  return entry instanceof z.ZodObject ? Object.keys(entry.shape) : []
}

async function* rowBatches(
  results: Readonly<Record<string, unknown>>,
  field: string,
): AsyncGenerator<readonly Row[]> {
  const list = results[field]
  // The declaration of the results guarantees that their lists contain objects.
  if (list instanceof CompressedList) yield* (list as CompressedList<Row>).groups()
  else if (Array.isArray(list)) yield list as readonly Row[]
}

function formatCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const escaped = escapeFormula(String(value))
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe. Numbers stay unchanged. In many
 * locales a semicolon or a tab separates cells, so text after one of them may also become a cell.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function escapeFormula(text: string): string {
  return numberPattern.test(text) ? text : text.replace(formulaStart, "$1'")
}

const numberPattern = /^-?\d+(\.\d+)?$/
const formulaStart = /(^[ "]*|[;\t\r\n][ "]*)(?=[=+\-@\t\r＝＋－＠])/g
