// Re-authentication: some actions require that the session's key was entered again a short while ago.

import { declarationOf, type OperationName } from '@adrail/contract'
import type { Session } from '../admission/sessions.ts'
import { ServiceError } from '../runtime/errors.ts'

export function assertProof(operation: OperationName, body: unknown, { isReauthenticated }: Session): void {
  if (!isReauthenticated && needsProof(operation, body)) throw new ServiceError('REAUTHENTICATION_REQUIRED')
}

/**
 * Operations declare the requirement. Of all settings only ending a
 * freeze requires a proof, because a freeze must be quick.
 */
function needsProof(operation: OperationName, body: unknown): boolean {
  const { errors } = declarationOf(operation)
  if (!errors.includes('REAUTHENTICATION_REQUIRED')) return false
  return operation !== 'workspace/update_settings' || endsFreeze(body)
}

function endsFreeze(body: unknown): boolean {
  const { freeze } = (body ?? {}) as { freeze?: { frozen?: unknown } | null }
  return freeze?.frozen === false
}
