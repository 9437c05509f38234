// Lifecycle of API keys: creation, rotation and revocation.

import type { Scope } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import type { Runtime } from '../base/runtime.ts'
import { createKey, type NewKey } from '../guard/apiKeys.ts'
import { ofKey } from '../journal/spend/subjects.ts'
import { recordCreator } from '../store/keyCreators.ts'
import {
  type ApiKey,
  countWith,
  expireKey,
  findKey,
  hasAdminKey,
  isLive,
  lineOf,
  revokeKey as markRevoked,
  scopesIn,
} from '../store/keys.ts'
import { holdSpendHead } from '../store/raises.ts'
import { copyLimits } from '../store/spendLimits.ts'
import type { Db } from '../store/tables.ts'
import { addRatedKey } from '../store/workspaces.ts'
import type { Changing } from './changing.ts'

/** The full text of a key is not stored, so it is available only here. */
export interface MadeKey {
  readonly key: ApiKey
  readonly text: string
}

/** Thrown when revoking a key would leave the workspace without a key that can manage it. */
export class LastAdminKey extends Error {}

/** Thrown when a revoked or expired key is rotated. */
export class KeyEnded extends Error {}

export function scopesOf({ scopes }: ApiKey): Scope[] {
  return scopesIn(scopes)
}

/** A creator is the key that creates or rotates another one. The admin command line has no creator. */
export interface Creator {
  readonly keyId: string
  readonly line: string
}

/**
 * The creator's limits apply to the new key too, and the spend of both keys counts
 * together. The new key expires with the creator at the latest. A creator that was
 * revoked since its request arrived is refused with UNAUTHENTICATED.
 */
export async function makeKey(
  { store, runtime, record }: Changing,
  wanted: NewKey,
  by?: Creator,
): Promise<MadeKey> {
  return await store.db.transaction().execute(async (transaction) => {
    // Concurrently set limits of the creator are either copied, or set after the copy exists.
    await holdSpendHead(transaction, store.clock, wanted.workspaceId)
    const latestEnd = by && (await requireLive(transaction, runtime, wanted.workspaceId, by)).expires_at
    const made = await createKey(transaction, runtime, {
      ...wanted,
      expiresAt: earlier(wanted.expiresAt, latestEnd),
    })
    const { id, expires_at: expiresAt } = made.key
    if (by) {
      await recordCreator(transaction, id, by.line)
      const isLimited = await copyLimits(transaction, wanted.workspaceId, ofKey(by.keyId), ofKey(id))
      // Otherwise each new key would have the full limit again.
      if (isLimited) await countWith(transaction, id, by.keyId)
    } else await addRatedKey(transaction, wanted.workspaceId)
    await record(transaction, { subject: id, after: { scopes: scopesOf(made.key), expiresAt } })
    return made
  })
}

/** The key may have been revoked or have expired since its request was authenticated. */
async function requireLive(
  transaction: Db,
  runtime: Runtime,
  workspaceId: string,
  { keyId }: Creator,
): Promise<ApiKey> {
  const key = await findKey(transaction, keyId)
  if (key?.workspace_id !== workspaceId || !isLive(key, runtime.now()))
    throw new ServiceError('UNAUTHENTICATED')
  return key
}

/** Null and undefined mean that the key never expires. */
function earlier(one: number | null | undefined, other: number | null | undefined): number | null {
  const end = Math.min(one ?? Number.POSITIVE_INFINITY, other ?? Number.POSITIVE_INFINITY)
  return end === Number.POSITIVE_INFINITY ? null : end
}

/**
 * Creates a successor of a key and lets the old key expire by a given time. The successor keeps the spend
 * limits and the expiry of the old key. Throws a `KeyEnded` for a key that has already ended.
 */
export async function rotateKey(
  { store, runtime, record }: Changing,
  old: ApiKey,
  latestEnd: number,
  by?: Creator,
): Promise<MadeKey & { readonly oldEndsAt: number }> {
  const { workspace_id: workspaceId, name } = old
  return await store.db.transaction().execute(async (transaction) => {
    await holdSpendHead(transaction, store.clock, workspaceId)
    if (by) await requireLive(transaction, runtime, workspaceId, by)
    // A concurrent rotation may have changed the expiry since the key was read.
    const present = await findKey(transaction, old.id)
    if (!present || !isLive(present, runtime.now())) throw new KeyEnded()
    const expiresAt = present.expires_at
    const endsAt = Math.min(latestEnd, expiresAt ?? latestEnd)
    const wanted = { workspaceId, name, scopes: scopesOf(old), expiresAt, follows: old }
    const made = await createKey(transaction, runtime, wanted)
    if (by) await recordCreator(transaction, lineOf(old), by.line)
    await copyLimits(transaction, workspaceId, ofKey(old.id), ofKey(made.key.id))
    await expireKey(transaction, old.id, endsAt)
    await record(transaction, { subject: old.id, after: { successor: made.key.id, endsAt } })
    return { ...made, oldEndsAt: endsAt }
  })
}

/**
 * Returns false for a key that was already revoked. With `keepAdmin`, the
 * last key that can manage the workspace is not revoked.
 */
export async function revokeKey(
  { store, runtime, record }: Changing,
  { id, workspace_id: workspaceId }: ApiKey,
  { keepAdmin }: { readonly keepAdmin: boolean },
): Promise<boolean> {
  return await store.db.transaction().execute(async (transaction) => {
    await holdSpendHead(transaction, store.clock, workspaceId)
    const now = runtime.now()
    if (!(await markRevoked(transaction, id, now))) return false
    // The lock on the spend head serializes changes of a workspace: if two
    // keys revoke each other, the second change sees the first.
    await record(transaction, { subject: id })
    if (keepAdmin && !(await hasAdminKey(transaction, workspaceId, now))) throw new LastAdminKey()
    return true
  })
}
