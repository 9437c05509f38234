// Requests to delete a person's data.

import type { Selectable } from 'kysely'
import type { Db, DeletionTable } from './tables.ts'

export type Deletion = Selectable<DeletionTable>

export async function insertDeletion(db: Db, deletion: Deletion): Promise<void> {
  await db.insertInto('deletions').values(deletion).execute()
}

export async function findDeletion(db: Db, code: string): Promise<Deletion | undefined> {
  return await db.selectFrom('deletions').selectAll().where('code', '=', code).executeTakeFirst()
}

/** Lists requests that are not carried out yet, oldest first. */
export async function listOpenDeletions(db: Db, limit: number): Promise<Deletion[]> {
  return await db
    .selectFrom('deletions')
    .selectAll()
    .where('done_at', 'is', null)
    .orderBy('requested_at')
    .limit(limit)
    .execute()
}

/** Ends a request. From now on the row does not contain whom it was about. */
export async function endDeletion(db: Db, code: string, now: number): Promise<void> {
  await db
    .updateTable('deletions')
    .set((set) => ({ upstream_user_id: '', done_at: set.fn.coalesce('done_at', set.val(now)) }))
    .where('code', '=', code)
    .execute()
}
