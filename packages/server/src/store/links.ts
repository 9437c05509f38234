import type { Insertable, Selectable, Updateable } from 'kysely'
import { changesRow } from './changesRow.ts'
import type { Db, LinkTable } from './tables.ts'

export type Link = Selectable<LinkTable>

/** The statuses between creation and completion or another end. */
export const openLinkStatuses = ['created', 'opened', 'started', 'returned', 'selecting'] as const

const selectLinks = (db: Db, workspaceId: string) =>
  db.selectFrom('links').selectAll().where('workspace_id', '=', workspaceId)

export async function insertLink(db: Db, link: Insertable<LinkTable>): Promise<void> {
  await db.insertInto('links').values(link).execute()
}

export async function findLinkByTokenHash(db: Db, tokenHash: string): Promise<Link | undefined> {
  return await db.selectFrom('links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

export async function findLink(db: Db, workspaceId: string, id: string): Promise<Link | undefined> {
  return await selectLinks(db, workspaceId).where('id', '=', id).executeTakeFirst()
}

export async function findLinkByStateHash(db: Db, stateHash: string): Promise<Link | undefined> {
  return await db.selectFrom('links').selectAll().where('state_hash', '=', stateHash).executeTakeFirst()
}

/** Lists links of a user that can still be used, oldest first. */
export async function listOpenLinks(
  db: Db,
  workspaceId: string,
  userId: string,
  now: number,
): Promise<Link[]> {
  return await selectLinks(db, workspaceId)
    .where('user_id', '=', userId)
    .where('status', 'in', openLinkStatuses)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute()
}

/** Changes a link only while it has one of the given statuses. Returns whether it had. */
export async function updateLink(
  db: Db,
  id: string,
  fromStatuses: readonly string[],
  change: Updateable<LinkTable>,
): Promise<boolean> {
  return await changesRow(
    db.updateTable('links').set(change).where('id', '=', id).where('status', 'in', fromStatuses),
  )
}

/**
 * Consumes the state of the link in one statement: of two callbacks with the same state only one gets true.
 */
export async function consumeOauthState(db: Db, id: string, stateHash: string): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('links')
      .set({ state_hash: null, status: 'returned' })
      .where('id', '=', id)
      .where('state_hash', '=', stateHash)
      .where('status', '=', 'started'),
  )
}

/** Deletes links that expired before a time. Returns their number. */
export async function pruneLinks(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('links')
    .where('id', 'in', (eb) =>
      eb.selectFrom('links').select('id').where('expires_at', '<', before).orderBy('expires_at').limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
