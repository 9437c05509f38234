// Deleted users about whom the journal may still contain data, from writes that were in progress or began at
// the deletion.

import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, ErasureTable } from './tables.ts'

export type Erasure = Selectable<ErasureTable>

export async function insertErasure(db: Db, erasure: Erasure): Promise<void> {
  await db
    .insertInto('erasures')
    .values(erasure)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists erasures in the order of their users, after one user. */
export async function listErasuresAfter(
  db: Db,
  { workspace_id, user_id }: Pick<Erasure, 'workspace_id' | 'user_id'>,
  limit: number,
): Promise<Erasure[]> {
  return await db
    .selectFrom('erasures')
    .selectAll()
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('workspace_id', 'user_id'), '>', tuple(workspace_id, user_id)),
    )
    .orderBy('workspace_id')
    .orderBy('user_id')
    .limit(limit)
    .execute()
}

/** Deletes the erasure, unless the journal still contains data about the user. */
export async function endErasure(db: Db, { workspace_id, user_id }: Erasure): Promise<void> {
  await db
    .deleteFrom('erasures')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('operations')
            .select('operations.id')
            .where('operations.workspace_id', '=', workspace_id)
            .where('operations.user_id', '=', user_id)
            .where('operations.request', '<>', sql.lit('{}')),
        ),
      ),
    )
    .execute()
}
