// Changes of rows that processes cache. Triggers of the database record every change, regardless of its
// author.

import type { Selectable } from 'kysely'
import type { ChangeTable, Db } from './tables.ts'

export type Change = Selectable<ChangeTable>

/** Returns the number of the last change. */
export async function findLastChangeId(db: Db): Promise<number> {
  const last = await db.selectFrom('changes').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return last?.id ?? 0
}

export async function listChangesAfter(db: Db, id: number, limit: number): Promise<Change[]> {
  return await db.selectFrom('changes').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute()
}

/** Returns those changes of the given numbers that exist by now. */
export async function listChangesByIds(db: Db, ids: readonly number[]): Promise<Change[]> {
  return await db.selectFrom('changes').selectAll().where('id', 'in', ids).execute()
}

/** Deletes the oldest changes that all processes have read. */
export async function pruneChanges(db: Db, upTo: number, limit: number): Promise<void> {
  await db
    .deleteFrom('changes')
    .where('id', 'in', (eb) =>
      eb.selectFrom('changes').select('id').where('id', '<=', upTo).orderBy('id').limit(limit),
    )
    .execute()
}
