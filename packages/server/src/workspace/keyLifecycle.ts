// Lifecycle of API keys: creation, rotation and revocation.

import type { Scope } from '@adrail/contract'
import { insertNewApiKey, type NewApiKey } from '../admission/apiKeys.ts'
import { toKeySubject } from '../journal/spend/subjects.ts'
import { ServiceError } from '../runtime/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { recordCreator } from '../store/keyCreators.ts'
import {
  type ApiKey,
  expireKey,
  findKey,
  getKeyLine,
  hasAdminKey,
  isValidKey,
  markKeyRevoked as markRevoked,
  parseStoredScopes,
  shareKeyCounts,
} from '../store/keys.ts'
import { lockSpendHead } from '../store/raises.ts'
import { copyLimits } from '../store/spendLimits.ts'
import type { Db } from '../store/tables.ts'
import { addRatedKey } from '../store/workspaces.ts'
import type { ChangeContext } from './changeContext.ts'

/** The full text of a key is not stored, so it is available only here. */
export interface CreatedKey {
  readonly key: ApiKey
  readonly text: string
}

/** Thrown when revoking a key would leave the workspace without a key that can manage it. */
export class LastAdminKeyError extends Error {}

/** Thrown when a revoked or expired key is rotated. */
export class KeyEndedError extends Error {}

export function keyScopes({ scopes }: ApiKey): Scope[] {
  return parseStoredScopes(scopes)
}

/** A creator is the key that creates or rotates another one. The admin command line has no creator. */
export interface Creator {
  readonly keyId: string
  readonly keyLine: string
}

/**
 * The creator's limits apply to the new key too, and the spend of both keys counts
 * together. The new key expires with the creator at the latest. A creator that was
 * revoked since its request arrived is refused with UNAUTHENTICATED.
 */
export async function createApiKey(
  { store, runtime, recordAuditEntry }: ChangeContext,
  request: NewApiKey,
  creator?: Creator,
): Promise<CreatedKey> {
  return await store.db.transaction().execute(async (transaction) => {
    // Concurrently set limits of the creator are either copied, or set after the copy exists.
    await lockSpendHead(transaction, store.clock, request.workspaceId)
    const creatorExpiry =
      creator && (await requireValidKey(transaction, runtime, request.workspaceId, creator)).expires_at
    const created = await insertNewApiKey(transaction, runtime, {
      ...request,
      expiresAt: earlierExpiry(request.expiresAt, creatorExpiry),
    })
    const { id, expires_at: expiresAt } = created.key
    if (creator) {
      await recordCreator(transaction, id, creator.keyLine)
      const isLimited = await copyLimits(
        transaction,
        request.workspaceId,
        toKeySubject(creator.keyId),
        toKeySubject(id),
      )
      // Otherwise each new key would have the full limit again.
      if (isLimited) await shareKeyCounts(transaction, id, creator.keyId)
    } else await addRatedKey(transaction, request.workspaceId)
    await recordAuditEntry(transaction, { subject: id, after: { scopes: keyScopes(created.key), expiresAt } })
    return created
  })
}

/** The key may have been revoked or have expired since its request was authenticated. */
async function requireValidKey(
  transaction: Db,
  runtime: Runtime,
  workspaceId: string,
  { keyId }: Creator,
): Promise<ApiKey> {
  const key = await findKey(transaction, keyId)
  if (key?.workspace_id !== workspaceId || !isValidKey(key, runtime.now()))
    throw new ServiceError('UNAUTHENTICATED')
  return key
}

/** Null and undefined mean that the key never expires. */
function earlierExpiry(one: number | null | undefined, other: number | null | undefined): number | null {
  const expiry = Math.min(one ?? Number.POSITIVE_INFINITY, other ?? Number.POSITIVE_INFINITY)
  return expiry === Number.POSITIVE_INFINITY ? null : expiry
}

/**
 * Creates a successor of a key and lets the old key expire by a given time. The successor keeps the spend
 * limits and the expiry of the old key. Throws a `KeyEndedError` for a key that has already ended.
 */
export async function rotateKey(
  { store, runtime, recordAuditEntry }: ChangeContext,
  oldKey: ApiKey,
  maxExpiresAt: number,
  creator?: Creator,
): Promise<CreatedKey & { readonly oldEndsAt: number }> {
  const { workspace_id: workspaceId, name } = oldKey
  return await store.db.transaction().execute(async (transaction) => {
    await lockSpendHead(transaction, store.clock, workspaceId)
    if (creator) await requireValidKey(transaction, runtime, workspaceId, creator)
    // A concurrent rotation may have changed the expiry since the key was read.
    const current = await findKey(transaction, oldKey.id)
    if (!current || !isValidKey(current, runtime.now())) throw new KeyEndedError()
    const expiresAt = current.expires_at
    const endsAt = Math.min(maxExpiresAt, expiresAt ?? maxExpiresAt)
    const request = { workspaceId, name, scopes: keyScopes(oldKey), expiresAt, predecessor: oldKey }
    const created = await insertNewApiKey(transaction, runtime, request)
    if (creator) await recordCreator(transaction, getKeyLine(oldKey), creator.keyLine)
    await copyLimits(transaction, workspaceId, toKeySubject(oldKey.id), toKeySubject(created.key.id))
    await expireKey(transaction, oldKey.id, endsAt)
    await recordAuditEntry(transaction, { subject: oldKey.id, after: { successor: created.key.id, endsAt } })
    return { ...created, oldEndsAt: endsAt }
  })
}

/**
 * Returns false for a key that was already revoked. With `keepAdmin`, the
 * last key that can manage the workspace is not revoked.
 */
export async function revokeKey(
  { store, runtime, recordAuditEntry }: ChangeContext,
  { id, workspace_id: workspaceId }: ApiKey,
  { keepAdmin }: { readonly keepAdmin: boolean },
): Promise<boolean> {
  return await store.db.transaction().execute(async (transaction) => {
    await lockSpendHead(transaction, store.clock, workspaceId)
    const now = runtime.now()
    if (!(await markRevoked(transaction, id, now))) return false
    // The lock on the spend head serializes changes of a workspace: if two
    // keys revoke each other, the second change sees the first.
    await recordAuditEntry(transaction, { subject: id })
    if (keepAdmin && !(await hasAdminKey(transaction, workspaceId, now))) throw new LastAdminKeyError()
    return true
  })
}
