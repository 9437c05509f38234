// Whether the key that requests a write may still do so. A key is checked when the request arrives, and again
// where the write begins: planning takes seconds, and waiting for approval takes days.

import { declarationOf, type OperationName } from '@adrail/contract'
import { ServiceError } from '../runtime/errors.ts'
import { findKey, isValidKey, parseStoredScopes } from '../store/keys.ts'
import type { Db } from '../store/tables.ts'

interface Caller {
  readonly workspaceId: string
  readonly keyId: string
}

/**
 * Runs in the transaction in which the write begins. Throws for a key that was revoked, has expired or lacks
 * the scope.
 */
export async function requireAuthority(
  transaction: Db,
  { workspaceId, keyId }: Caller,
  operation: OperationName,
  now: number,
): Promise<void> {
  const key = await findKey(transaction, keyId)
  if (key?.workspace_id !== workspaceId || !isValidKey(key, now)) throw new ServiceError('UNAUTHENTICATED')
  const { scope } = declarationOf(operation)
  if (!parseStoredScopes(key.scopes).includes(scope))
    throw new ServiceError('FORBIDDEN', { values: { scope, operation } })
}

/**
 * Describes the lost authority without the error's own text. Readers who do not own the key would relate that
 * text to their own key.
 */
export function describeLostAuthority({ code }: ServiceError): string {
  const problem = code === 'FORBIDDEN' ? 'lacks the scope' : 'was revoked or has expired'
  return `The API key that requested this write ${problem}.`
}
