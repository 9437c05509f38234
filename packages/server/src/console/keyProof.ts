// Actions for which a session is not enough: the key of the session must have been entered again a short while ago.

import { declarationOf, type OperationName } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import type { Session } from '../guard/sessions.ts'

export function requireProof(operation: OperationName, body: unknown, { isProved }: Session): void {
  if (!isProved && needsProof(operation, body)) throw new ServiceError('REAUTHENTICATION_REQUIRED')
}

/** Declared by the operation. Of all settings only thawing needs a proof: a freeze must be quick. */
function needsProof(operation: OperationName, body: unknown): boolean {
  const { errors } = declarationOf(operation)
  if (!errors.includes('REAUTHENTICATION_REQUIRED')) return false
  return operation !== 'workspace/update_settings' || thaws(body)
}

function thaws(body: unknown): boolean {
  const { freeze } = (body ?? {}) as { freeze?: { frozen?: unknown } | null }
  return freeze?.frozen === false
}
