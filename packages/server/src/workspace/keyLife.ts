// The life of API keys: made, followed by a successor, ended.

import type { Scope } from '@adrail/contract'
import { createKey, type NewKey } from '../guard/apiKeys.ts'
import { ofKey } from '../journal/spend/subjects.ts'
import {
  type ApiKey,
  expireKey,
  findKey,
  hasAdminKey,
  isLive,
  revokeKey as markRevoked,
} from '../store/keys.ts'
import { holdSpendHead } from '../store/raises.ts'
import { copyLimits } from '../store/spendLimits.ts'
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
  // Written by createKey from the contract's list.
  return scopes.split(' ') as Scope[]
}

export async function makeKey({ store, runtime, record }: Changing, wanted: NewKey): Promise<MadeKey> {
  return await store.db.transaction().execute(async (transaction) => {
    const made = await createKey(transaction, runtime, wanted)
    const { id, expires_at: expiresAt } = made.key
    await record(transaction, { subject: id, after: { scopes: scopesOf(made.key), expiresAt } })
    return made
  })
}

/**
 * A successor of a key, which ends at a time itself if not earlier. What was limited for the key stays limited: what it may
 * spend, and how long. Throws KeyEnded for a key that ended before.
 */
export async function rotateKey(
  { store, runtime, record }: Changing,
  old: ApiKey,
  latestEnd: number,
): Promise<MadeKey & { readonly oldEndsAt: number }> {
  const { workspace_id: workspaceId, name } = old
  return await store.db.transaction().execute(async (transaction) => {
    await holdSpendHead(transaction, store.clock, workspaceId)
    // Another rotation may have changed when the key expires since it was read.
    const present = await findKey(transaction, old.id)
    if (!present || !isLive(present, runtime.now())) throw new KeyEnded()
    const expiresAt = present.expires_at
    const endsAt = Math.min(latestEnd, expiresAt ?? latestEnd)
    const wanted = { workspaceId, name, scopes: scopesOf(old), expiresAt, follows: old }
    const made = await createKey(transaction, runtime, wanted)
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
