// A key cannot grant another key more scopes, a longer life or higher spend limits than its own.

import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '@adrail/contract'
import { toKeySubject } from '../../journal/spend/subjects.ts'
import type { HandlerContext } from '../../pipeline/handler.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { type ApiKey, findKey } from '../../store/keys.ts'
import { listLimits, parseLimitLayers } from '../../store/spendLimits.ts'

type CallerContext = Pick<HandlerContext<'workspace/create_key'>, 'caller' | 'store'>

export function requireCallerScopes(
  { caller }: Pick<CallerContext, 'caller'>,
  requestedScopes: readonly Scope[],
  field: string,
): void {
  const scope = requestedScopes.find((requestedScope) => !caller.scopes.has(requestedScope))
  if (scope !== undefined)
    throw new ServiceError('FORBIDDEN', {
      field,
      values: { scope, operation: 'assigning it to another key' },
    })
}

/** Returns when the new key expires. A new key never outlives the calling key. */
export async function resolveExpiry(
  { caller, store }: CallerContext,
  requestedExpiry: number | null,
): Promise<number | null> {
  const callerExpiry = (await findKey(store.db, caller.keyId))?.expires_at ?? null
  if (requestedExpiry !== null && callerExpiry !== null && requestedExpiry > callerExpiry)
    throw toLongerLifeError('expiresInDays', requestedExpiry, callerExpiry)
  return requestedExpiry ?? callerExpiry
}

/**
 * The successor of a rotated key inherits its expiry and limits. So the calling key must not expire earlier,
 * and must have the same limits or none. Keys of one key line need the check too: rotation expires the old
 * key early, but its successor keeps the original expiry.
 */
export async function requireWithinCallerKey(
  { caller, store }: CallerContext,
  rotatedKey: ApiKey,
): Promise<void> {
  const callerKey = await findKey(store.db, caller.keyId)
  if (!callerKey || callerKey.id === rotatedKey.id) return
  if (
    callerKey.expires_at !== null &&
    (rotatedKey.expires_at === null || rotatedKey.expires_at > callerKey.expires_at)
  )
    throw toLongerLifeError('keyId', rotatedKey.expires_at, callerKey.expires_at)
  const limits = await listLimits(store.db, callerKey.workspace_id, [
    toKeySubject(callerKey.id),
    toKeySubject(rotatedKey.id),
  ])
  const [ownLimits, rotatedKeyLimits] = [callerKey, rotatedKey].map(({ id }) =>
    limits
      .filter(({ subject }) => subject === toKeySubject(id))
      .map((row) => [parseLimitLayers(row), row.approval]),
  )
  if (ownLimits?.length && !isDeepStrictEqual(ownLimits, rotatedKeyLimits))
    throw new ServiceError('BEYOND_OWN_KEY', {
      field: 'keyId',
      values: { problem: 'The calling key has limits, and the settings give this key other limits.' },
    })
}

function toLongerLifeError(
  field: string,
  requestedExpiry: number | null,
  callerExpiry: number,
): ServiceError {
  const until =
    requestedExpiry === null ? 'without expiry' : `until ${new Date(requestedExpiry).toISOString()}`
  const problem = `The new key would be valid ${until}, but the calling key expires on ${new Date(callerExpiry).toISOString()}.`
  return new ServiceError('BEYOND_OWN_KEY', { field, values: { problem } })
}
