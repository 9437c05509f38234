// Converts API keys to response records.

import type { HandlerOutput } from '@adrail/contract'
import type { HandlerContext } from '../../pipeline/handler.ts'
import type { ErrorDetails, ServiceError } from '../../runtime/errors.ts'
import { formatTime } from '../../runtime/formatTime.ts'
import { type ApiKey, findKey, isValidKey } from '../../store/keys.ts'
import { keyScopes } from '../../workspace/keyLifecycle.ts'

type KeyRecord = HandlerOutput<'workspace/list_keys'>['keys'][number]

export function toKeyRecord(key: ApiKey, now: number): KeyRecord {
  return {
    keyId: key.id,
    name: key.name,
    hint: `adr_${key.public_id}_…`,
    scopes: keyScopes(key),
    state: key.revoked_at !== null ? 'REVOKED' : isValidKey(key, now) ? 'ACTIVE' : 'ENDED',
    createdAt: formatTime(key.created_at),
    expiresAt: formatTime(key.expires_at),
    revokedAt: formatTime(key.revoked_at),
    lastUsedAt: formatTime(key.last_used_at),
  }
}

/** Throws `KEY_NOT_FOUND` if the workspace has no such key. */
export async function requireKey(
  {
    store,
    caller,
    createError,
  }: Pick<HandlerContext<'workspace/revoke_key'>, 'store' | 'caller'> & {
    createError(code: 'KEY_NOT_FOUND', details: ErrorDetails): ServiceError
  },
  keyId: string,
): Promise<ApiKey> {
  const key = await findKey(store.db, keyId)
  if (key?.workspace_id !== caller.workspaceId) throw createError('KEY_NOT_FOUND', { values: { id: keyId } })
  return key
}
