// Returns a page that is too long for a model over several calls, with separate cursors for the rest of the
// page. Following the cursors yields every entry, however few entries of a page fit.

import { hash } from 'node:crypto'
import { declarationOf, type OperationName } from '@adrail/contract'
import { type Shortened, shorten } from './shorten.ts'

type Members = Readonly<Record<string, unknown>>

/** The progress within a page that earlier calls returned in part. */
export interface Shown {
  /** The cursor of the page itself. Empty for the first page. */
  readonly page: string
  readonly count: number
  /**
   * The hash of the last returned entry, which identifies it even if other entries were removed meanwhile.
   */
  readonly last: string
}

const nothing: Shown = { page: '', count: 0, last: '' }
const form = /^rest\.(\d{1,4})\.([0-9a-f]{16})\.(.*)$/s

/** Splits the caller's cursor into the operation's cursor and the progress within its page. */
export function pageAsked(operation: OperationName, given: Members): { given: Members; shown: Shown } {
  const { pagination } = given
  if (declarationOf(operation).pageSize === undefined || typeof pagination !== 'string')
    return { given, shown: nothing }
  const [, count, last = '', page = ''] = form.exec(pagination) ?? []
  if (count === undefined) return { given, shown: { ...nothing, page: pagination } }
  return { given: { ...given, pagination: page }, shown: { page, count: Number(count), last } }
}

/**
 * Returns the results without the entries that were returned before, shortened for a model, with a cursor to
 * the rest.
 */
export function showRest<Results extends Members>(
  operation: OperationName,
  results: Results,
  shown: Shown,
): Shortened<Results> {
  const name = listIn(operation, results)
  if (name === undefined) return shorten(results)
  const all = entriesIn(results, name)
  const from = placeAfter(all, shown)
  const short = shorten({ ...results, [name]: all.slice(from) })
  const cut = short.cuts.find(({ field }) => field === name)
  if (cut === undefined) return short
  // If the last entry was cut itself, the next call returns it whole, unless it is the only entry.
  const isLastCut = short.cuts.some(({ field }) => field.startsWith(`${name}[${cut.shown - 1}]`))
  const count = isLastCut && cut.shown > 1 ? cut.shown - 1 : cut.shown
  const last = hashOf(all[from + count - 1])
  const rest = `rest.${from + count}.${last}.${shown.page}`
  return {
    results: {
      ...short.results,
      [name]: entriesIn(short.results, name).slice(0, count),
      pagination: { ...Object(results['pagination']), next: rest },
      ...(results['resume'] === undefined ? {} : { resume: rest }),
    },
    cuts: short.cuts
      .filter(({ field }) => !field.startsWith(`${name}[${count}]`))
      .map((each) => (each === cut ? { ...cut, shown: count } : each)),
  }
}

/** The name of the only list of a page. */
function listIn(operation: OperationName, results: Members): string | undefined {
  if (declarationOf(operation).pageSize === undefined || results['success'] !== true) return undefined
  return Object.keys(results).find((name) => name !== 'warnings' && Array.isArray(results[name]))
}

function entriesIn(results: Members, name: string): readonly unknown[] {
  const list = results[name]
  return Array.isArray(list) ? list : []
}

function placeAfter(all: readonly unknown[], { count, last }: Shown): number {
  if (count === 0) return 0
  const place = all.findIndex((entry) => hashOf(entry) === last)
  return place === -1 ? Math.min(count, all.length) : place + 1
}

function hashOf(entry: unknown): string {
  return hash('sha256', JSON.stringify(entry), 'hex').slice(0, 16)
}
