// The life of API keys: made, followed by a successor, ended.

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

/** A key that was just made; its text can never be had again. */
export interface MadeKey {
  readonly key: ApiKey
  readonly text: string
}

/** Nobody could manage the workspace any more. */
export class LastAdminKey extends Error {}

/** The key was revoked or has expired, so it gets no successor. */
export class KeyEnded extends Error {}

export function scopesOf({ scopes }: ApiKey): Scope[] {
  return scopesIn(scopes)
}

/** The key that creates or rotates another one; absent for the admin command line. */
export interface Creator {
  readonly keyId: string
  readonly line: string
}

/**
 * The limits of the creator hold for the new key as well, and count both together. The new key expires with the creator at
 * the latest. A creator that was revoked since its request arrived is refused with UNAUTHENTICATED.
 */
export async function makeKey(
  { store, runtime, record }: Changing,
  wanted: NewKey,
  by?: Creator,
): Promise<MadeKey> {
  return await store.db.transaction().execute(async (transaction) => {
    // Limits of the creator that are set at the same time either are copied, or are set after the copy exists.
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
      // Else each new key would have the limit once more.
      if (isLimited) await countWith(transaction, id, by.keyId)
    } else await addRatedKey(transaction, wanted.workspaceId)
    await record(transaction, { subject: id, after: { scopes: scopesOf(made.key), expiresAt } })
    return made
  })
}

/** The key may have been revoked, or may have expired, since its request was authenticated. */
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

/** Null and undefined are never. */
function earlier(one: number | null | undefined, other: number | null | undefined): number | null {
  const end = Math.min(one ?? Number.POSITIVE_INFINITY, other ?? Number.POSITIVE_INFINITY)
  return end === Number.POSITIVE_INFINITY ? null : end
}

/**
 * A successor of a key, which ends at a time itself if not earlier. What was limited for the key stays limited: what it may
 * spend, and how long. Throws KeyEnded for a key that ended before.
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
    // Another rotation may have changed when the key expires since it was read.
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

/** Whether the key was not revoked before. With `keepAdmin` the last one that may manage the workspace stays. */
export async function revokeKey(
  { store, runtime, record }: Changing,
  { id, workspace_id: workspaceId }: ApiKey,
  { keepAdmin }: { readonly keepAdmin: boolean },
): Promise<boolean> {
  return await store.db.transaction().execute(async (transaction) => {
    await holdSpendHead(transaction, store.clock, workspaceId)
    const now = runtime.now()
    if (!(await markRevoked(transaction, id, now))) return false
    // The head lets one change of a workspace at a time pass: of two keys that revoke each other, the second sees the first.
    await record(transaction, { subject: id })
    if (keepAdmin && !(await hasAdminKey(transaction, workspaceId, now))) throw new LastAdminKey()
    return true
  })
}
