// What an operation answers is what it declares: every member there, of its type, and no other.

import { isDeepStrictEqual } from 'node:util'
import { declarationOf, dryRunResults, type OperationName } from '@adrail/contract'
import { z } from 'zod'

const successFields = {
  success: z.literal(true),
  error: z.literal(''),
  operationId: z.string().optional(),
  warnings: z.array(z.string()).optional(),
}
/** Made once for each operation, because a schema is compiled when it is used. */
const getSuccessSchema = memoize((operation: OperationName) =>
  declarationOf(operation).results.extend(successFields).strict(),
)
const dryRunSchema = dryRunResults.extend(successFields).strict()

/** The schema leaves out what it does not know, so what differs afterwards was never declared. */
export function assertDeclaredResults(operation: OperationName, results: object): void {
  const isDryRun = 'dryRun' in results && declarationOf(operation).effect === 'write'
  const parsed = (isDryRun ? dryRunSchema : getSuccessSchema(operation)).parse(results)
  if (!isDeepStrictEqual(parsed, results))
    throw new Error(
      `${operation} answers what it does not declare: ${JSON.stringify(results).slice(0, 2000)}`,
    )
}

function memoize<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const cache = new Map<Key, Value>()
  return (key) => {
    const value = cache.get(key) ?? create(key)
    cache.set(key, value)
    return value
  }
}
