// Checks that the results of an operation have exactly the declared fields and types.

import { isDeepStrictEqual } from 'node:util'
import { declarationOf, dryRunResultsSchema, type OperationName } from '@adrail/contract'
import { z } from 'zod'

const successFields = {
  success: z.literal(true),
  error: z.literal(''),
  operationId: z.string().optional(),
  warnings: z.array(z.string()).optional(),
}
/** Schemas are cached per operation, because a schema is compiled on first use. */
const getSuccessSchema = memoize((operation: OperationName) =>
  declarationOf(operation).results.extend(successFields).strict(),
)
const dryRunSchema = dryRunResultsSchema.extend(successFields).strict()

/** Parsing drops unknown nested fields, so a difference after parsing shows an undeclared field. */
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
