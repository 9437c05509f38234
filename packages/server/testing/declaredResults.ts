// What an operation answers is what it declares: every member there, of its type, and no other.

import { isDeepStrictEqual } from 'node:util'
import { declarationOf, dryRunResults, type OperationName } from '@adrail/contract'
import { z } from 'zod'

const everySuccess = {
  success: z.literal(true),
  error: z.literal(''),
  operationId: z.string().optional(),
  warnings: z.array(z.string()).optional(),
}
/** Made once for each operation, because a schema is compiled when it is used. */
const successOf = makeOnce((operation: OperationName) =>
  declarationOf(operation).results.extend(everySuccess).strict(),
)
const rehearsal = dryRunResults.extend(everySuccess).strict()

/** The schema leaves out what it does not know, so what differs afterwards was never declared. */
export function requireDeclared(operation: OperationName, results: object): void {
  const isRehearsal = 'dryRun' in results && declarationOf(operation).effect === 'write'
  const declared = (isRehearsal ? rehearsal : successOf(operation)).parse(results)
  if (!isDeepStrictEqual(declared, results))
    throw new Error(
      `${operation} answers what it does not declare: ${JSON.stringify(results).slice(0, 2000)}`,
    )
}

function makeOnce<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}
