// Shortens results for a model: long lists keep their first entries, with a note of how many are missing.

import { formatPath } from '@adrail/contract'
import { CompressedList } from '../runtime/compressedList.ts'
import { isExactNumber } from '../runtime/exactNumber.ts'

/** About 15,000 tokens. Values outside of lists, and entries that were started, are always complete. */
const maxCharacters = 60_000

export interface Cut {
  readonly field: string
  readonly shown: number
  readonly of: number
}

export interface Shortened<Results> {
  readonly results: Results
  readonly cuts: readonly Cut[]
}

export function shorten<Results extends Readonly<Record<string, unknown>>>(
  results: Results,
): Shortened<Results> {
  const cuts: Cut[] = []
  const path: (string | number)[] = []
  let remaining = maxCharacters

  const copyField = (name: string | number, value: unknown): unknown => {
    path.push(name)
    const copy = copyValue(value)
    path.pop()
    return copy
  }
  const copyValue = (value: unknown): unknown => {
    if (Array.isArray(value) || value instanceof CompressedList) {
      const entries = Array.isArray(value) ? value : value.head
      const shownEntries: unknown[] = []
      for (let index = 0; index < entries.length && remaining > 0; index++)
        shownEntries.push(copyField(index, entries[index]))
      if (shownEntries.length < value.length)
        cuts.push({ field: formatPath(path), shown: shownEntries.length, of: value.length })
      return shownEntries
    }
    if (isRecord(value)) {
      remaining -= 2
      return Object.fromEntries(
        Object.entries(value).map(([name, field]) => {
          remaining -= name.length + 4
          return [name, copyField(name, field)]
        }),
      )
    }
    remaining -= typeof value === 'string' ? value.length + 3 : 8
    return value
  }

  const copy = copyValue(results)
  // The copy lacks only list entries, so it has the type of the original.
  return { results: copy as Results, cuts }
}

/** Exact numbers are objects too, which must stay unchanged. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !isExactNumber(value)
}
