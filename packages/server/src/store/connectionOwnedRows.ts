// Rows that exist per connection, in the tables of lead sources and mirrors. Such a row is polled repeatedly
// and ends with its connection. It is deleted once all data that was read through it is deleted.

import type { Platform } from '@adrail/contract'
import type { ConnectionKey } from './connections.ts'
import type { Db } from './tables.ts'

export type ConnectionRowTable = 'lead_sources' | 'mirrors'

/** Both tables have the columns that are used here. */
const asMirrors = (table: ConnectionRowTable) => table as 'mirrors'

/** Lists connections after a key, each with its live row of the table, if there is one. */
export async function listConnectionsWithRow(
  db: Db,
  table: ConnectionRowTable,
  { workspace_id, user_id, platform }: ConnectionKey,
  limit: number,
) {
  return await db
    .selectFrom('connections')
    .leftJoin(`${asMirrors(table)} as kept`, (join) =>
      join
        .onRef('kept.workspace_id', '=', 'connections.workspace_id')
        .onRef('kept.user_id', '=', 'connections.user_id')
        .onRef('kept.platform', '=', 'connections.platform')
        .on('kept.ended_at', 'is', null),
    )
    .select([
      'connections.workspace_id',
      'connections.user_id',
      'connections.platform',
      'connections.selection',
      'connections.updated_at',
      'kept.id as kept_id',
    ])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('connections.workspace_id', 'connections.user_id', 'connections.platform'),
        '>',
        tuple(workspace_id, user_id, platform),
      ),
    )
    .orderBy('connections.workspace_id')
    .orderBy('connections.user_id')
    .orderBy('connections.platform')
    .limit(limit)
    .execute()
}

/**
 * Makes rows due whose next poll is later than a time, because a clock was set back. Returns their number.
 */
export async function wakeConnectionRows(
  db: Db,
  table: ConnectionRowTable,
  platform: Platform,
  latest: number,
  limit: number,
): Promise<number> {
  const overdueRows = db
    .selectFrom(asMirrors(table))
    .select('id')
    .where('ended_at', 'is', null)
    .where('platform', '=', platform)
    .where('look_at', '>', latest)
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable(asMirrors(table))
    .set({ look_at: 0 })
    .where('id', 'in', overdueRows)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Ends the row of a connection. Its data no longer belongs to a user and is deleted in batches. Returns
 * whether there was a row.
 */
export async function endConnectionRow(
  db: Db,
  table: ConnectionRowTable,
  { workspace_id, user_id, platform }: ConnectionKey,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(asMirrors(table))
    .set({ ended_at: now, ...(table === 'lead_sources' ? { hook_key: '' } : {}) })
    .where('ended_at', 'is', null)
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    // Connections exist for these platform names only.
    .where('platform', '=', platform)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists ended rows, those that ended first before the others. */
export async function listEndedConnectionRows(
  db: Db,
  table: ConnectionRowTable,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom(asMirrors(table))
    .select('id')
    .where('ended_at', 'is not', null)
    .orderBy('ended_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteConnectionRow(db: Db, table: ConnectionRowTable, id: string): Promise<void> {
  await db.deleteFrom(asMirrors(table)).where('id', '=', id).execute()
}
