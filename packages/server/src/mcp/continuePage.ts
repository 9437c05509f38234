// Returns a page that is too long for a model over several calls, with separate cursors for the rest of the
// page. Following the cursors yields every entry, however few entries of a page fit.

import { hash } from 'node:crypto'
import { declarationOf, type OperationName } from '@adrail/contract'
import { type Shortened, shorten } from './shorten.ts'

type Fields = Readonly<Record<string, unknown>>

/** The progress within a page that earlier calls returned in part. */
export interface PageProgress {
  /** The cursor of the page itself. Empty for the first page. */
  readonly pageCursor: string
  readonly returnedCount: number
  /**
   * The hash of the last returned entry, which identifies it even if other entries were removed meanwhile.
   */
  readonly lastEntryHash: string
}

const noProgress: PageProgress = { pageCursor: '', returnedCount: 0, lastEntryHash: '' }
const restCursorPattern = /^rest\.(\d{1,4})\.([0-9a-f]{16})\.(.*)$/s

/** Splits the caller's cursor into the operation's cursor and the progress within its page. */
export function parseRestCursor(
  operation: OperationName,
  args: Fields,
): { args: Fields; progress: PageProgress } {
  const { pagination } = args
  if (declarationOf(operation).pageSize === undefined || typeof pagination !== 'string')
    return { args, progress: noProgress }
  const [, count, lastEntryHash = '', pageCursor = ''] = restCursorPattern.exec(pagination) ?? []
  if (count === undefined) return { args, progress: { ...noProgress, pageCursor: pagination } }
  return {
    args: { ...args, pagination: pageCursor },
    progress: { pageCursor, returnedCount: Number(count), lastEntryHash },
  }
}

/**
 * Returns the results without the entries that were returned before, shortened for a model, with a cursor to
 * the rest.
 */
export function continuePage<Results extends Fields>(
  operation: OperationName,
  results: Results,
  progress: PageProgress,
): Shortened<Results> {
  const name = findListName(operation, results)
  if (name === undefined) return shorten(results)
  const entries = listEntries(results, name)
  const start = indexAfter(entries, progress)
  const shortened = shorten({ ...results, [name]: entries.slice(start) })
  const cut = shortened.cuts.find(({ field }) => field === name)
  if (cut === undefined) return shortened
  // If the last entry was cut itself, the next call returns it whole, unless it is the only entry.
  const isLastCut = shortened.cuts.some(({ field }) => field.startsWith(`${name}[${cut.shown - 1}]`))
  const count = isLastCut && cut.shown > 1 ? cut.shown - 1 : cut.shown
  const last = hashEntry(entries[start + count - 1])
  const restCursor = `rest.${start + count}.${last}.${progress.pageCursor}`
  return {
    results: {
      ...shortened.results,
      [name]: listEntries(shortened.results, name).slice(0, count),
      pagination: { ...Object(results['pagination']), next: restCursor },
      ...(results['resume'] === undefined ? {} : { resume: restCursor }),
    },
    cuts: shortened.cuts
      .filter(({ field }) => !field.startsWith(`${name}[${count}]`))
      .map((other) => (other === cut ? { ...cut, shown: count } : other)),
  }
}

/** The name of the only list of a page. */
function findListName(operation: OperationName, results: Fields): string | undefined {
  if (declarationOf(operation).pageSize === undefined || results['success'] !== true) return undefined
  return Object.keys(results).find((name) => name !== 'warnings' && Array.isArray(results[name]))
}

function listEntries(results: Fields, name: string): readonly unknown[] {
  const list = results[name]
  return Array.isArray(list) ? list : []
}

function indexAfter(entries: readonly unknown[], { returnedCount, lastEntryHash }: PageProgress): number {
  if (returnedCount === 0) return 0
  const index = entries.findIndex((entry) => hashEntry(entry) === lastEntryHash)
  return index === -1 ? Math.min(returnedCount, entries.length) : index + 1
}

function hashEntry(entry: unknown): string {
  return hash('sha256', JSON.stringify(entry), 'hex').slice(0, 16)
}
