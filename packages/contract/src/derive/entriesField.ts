// Finds the field of a paginated response that contains the entries.

import { z } from 'zod'
import { declarationOf, type OperationName } from '../operations.ts'

/** Returns the name of the only array of a page. */
export function findEntriesField(name: OperationName): string {
  const [arrayField, secondArray] = Object.entries(declarationOf(name).results.shape).filter(
    ([fieldName, type]) => fieldName !== 'warnings' && type instanceof z.ZodArray,
  )
  if (arrayField === undefined || secondArray !== undefined)
    throw new Error(`${name}: a page has exactly one array of entries.`)
  return arrayField[0]
}
