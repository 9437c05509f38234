// A key cannot grant another key more scopes, a longer life or higher spend limits than its own.

import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import { ofKey } from '../../journal/spend/subjects.ts'
import { type ApiKey, findKey } from '../../store/keys.ts'
import { limitLayers, limitsFor } from '../../store/spendLimits.ts'
import type { Context } from '../../waist/handler.ts'

type Calling = Pick<Context<'workspace/create_key'>, 'caller' | 'store'>

export function requireOwnScopes(
  { caller }: Pick<Calling, 'caller'>,
  wanted: readonly Scope[],
  field: string,
): void {
  const scope = wanted.find((each) => !caller.scopes.has(each))
  if (scope !== undefined)
    throw new ServiceError('FORBIDDEN', { field, values: { scope, operation: 'giving it to another key' } })
}

/** Returns when the new key expires. A new key never outlives the calling key. */
export async function endWithin({ caller, store }: Calling, wished: number | null): Promise<number | null> {
  const own = (await findKey(store.db, caller.keyId))?.expires_at ?? null
  if (wished !== null && own !== null && wished > own) throw livesLonger('expiresInDays', wished, own)
  return wished ?? own
}

/**
 * The successor of a rotated key inherits its expiry and limits, so the calling key must expire no earlier
 * and must have the same limits or none. The check is necessary within one line of keys too: a rotated key
 * expires, and its successor does not.
 */
export async function requireNoMore({ caller, store }: Calling, other: ApiKey): Promise<void> {
  const own = await findKey(store.db, caller.keyId)
  if (!own || own.id === other.id) return
  if (own.expires_at !== null && (other.expires_at === null || other.expires_at > own.expires_at))
    throw livesLonger('keyId', other.expires_at, own.expires_at)
  const limits = await limitsFor(store.db, own.workspace_id, [ofKey(own.id), ofKey(other.id)])
  const [ownLimits, others] = [own, other].map(({ id }) =>
    limits.filter(({ subject }) => subject === ofKey(id)).map((row) => [limitLayers(row), row.approval]),
  )
  if (ownLimits?.length && !isDeepStrictEqual(ownLimits, others))
    throw new ServiceError('BEYOND_OWN_KEY', {
      field: 'keyId',
      values: { problem: 'Limits are set for the calling key, and not the same ones for this key.' },
    })
}

function livesLonger(field: string, other: number | null, own: number): ServiceError {
  const until = other === null ? 'for ever' : `until ${new Date(other).toISOString()}`
  const problem = `The new key would live ${until}, and the calling key ends on ${new Date(own).toISOString()}.`
  return new ServiceError('BEYOND_OWN_KEY', { field, values: { problem } })
}
