import type { Selectable } from 'kysely'
import { foundRow } from './foundRow.ts'
import type { ApiKeyTable, Db } from './tables.ts'

export type ApiKey = Selectable<ApiKeyTable>

export async function insertKey(db: Db, key: Omit<ApiKey, 'revoked_at' | 'last_used_at'>): Promise<void> {
  await db.insertInto('api_keys').values(key).execute()
}

export async function findKeyByPublicId(db: Db, publicId: string): Promise<ApiKey | undefined> {
  return await db.selectFrom('api_keys').selectAll().where('public_id', '=', publicId).executeTakeFirst()
}

export async function findKey(db: Db, id: string): Promise<ApiKey | undefined> {
  return await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Keys in the order in which they were made, which is that of their ids; of one workspace or of all. */
export async function keysAfter(db: Db, id: string, limit: number, workspaceId?: string): Promise<ApiKey[]> {
  const keys = db.selectFrom('api_keys').selectAll().where('id', '>', id).orderBy('id').limit(limit)
  return await (workspaceId === undefined ? keys : keys.where('workspace_id', '=', workspaceId)).execute()
}

/** Whether there was such a key that was not revoked before. */
export async function revokeKey(db: Db, id: string, at: number): Promise<boolean> {
  return await foundRow(
    db.updateTable('api_keys').set({ revoked_at: at }).where('id', '=', id).where('revoked_at', 'is', null),
  )
}

/** Lets a key end at a time, unless it ends earlier anyway. */
export async function expireKey(db: Db, id: string, at: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ expires_at: at })
    .where('id', '=', id)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
    .execute()
}

export async function recordKeyUse(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
}
