// Deleted users of whom the journal may still tell something: what was under way when they left, or began just then.

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

/** In the order of their users, beginning after one. */
export async function erasuresAfter(
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

/** Done with, unless the journal still tells something. */
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
