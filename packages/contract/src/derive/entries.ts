// Finds the field of a paginated response that contains the entries.

import { z } from 'zod'
import { declarationOf, type OperationName } from '../operations.ts'

/** Returns the name of the only array of a page. */
export function entriesOf(name: OperationName): string {
  const [entries, another] = Object.entries(declarationOf(name).results.shape).filter(
    ([member, type]) => member !== 'warnings' && type instanceof z.ZodArray,
  )
  if (entries === undefined || another !== undefined)
    throw new Error(`${name}: a page has exactly one array of entries.`)
  return entries[0]
}
