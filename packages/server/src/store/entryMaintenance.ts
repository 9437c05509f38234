// Changes of journal entries that need no lease: of ended entries, and at the start of a process. The statements
// of an entry's owner are in entryOwnership.ts.

import { sql } from 'kysely'
import { dueAtOnceColumns, erasedRequestColumns, toStateLiterals } from './columnMeanings.ts'
import { endedEntryStates, openEntryStates } from './entryStates.ts'
import { unleased } from './leases.ts'
import type { Db } from './tables.ts'

/** Changes only the reason, also of an ended entry. */
export async function setReason(db: Db, id: string, reason: string): Promise<void> {
  await db.updateTable('operations').set({ reason }).where('id', '=', id).execute()
}

/** Ends the leases of all open entries, whose owners are known to be dead. The entries are due at once. */
export async function releaseAllEntries(db: Db): Promise<void> {
  await db
    .updateTable('operations')
    .set({ ...dueAtOnceColumns, ...unleased })
    .where('state', 'in', toStateLiterals(openEntryStates))
    .execute()
}

/** Deletes the oldest entries that began before a time. Returns their number. */
export async function pruneEntries(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('operations')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('operations')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Erases the request, the plan and the pin of a deleted user's ended entries. Returns the number of entries.
 */
export async function eraseRequests(
  db: Db,
  workspaceId: string,
  userId: string,
  limit: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set(erasedRequestColumns)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('operations')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .where('request', '<>', sql.lit(erasedRequestColumns.request))
        .where('state', 'in', endedEntryStates)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
