import type { Insertable, Selectable } from 'kysely'
import type { AuditEntryTable, Db } from './tables.ts'

export type AuditEntry = Selectable<AuditEntryTable>

/**
 * The head of a workspace's chain, held until the transaction ends: of two entries written at the same time the second
 * waits for the first. The same hold numbers the events that are told with the entry.
 */
export async function holdHead(
  db: Db,
  workspaceId: string,
  events = 0,
): Promise<{ number: number; hash: string; event_seq: number }> {
  return await db
    .insertInto('audit_heads')
    .values({ workspace_id: workspaceId, number: 1, hash: '', event_seq: events })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet((set) => ({
        number: set('audit_heads.number', '+', 1),
        event_seq: set('audit_heads.event_seq', '+', events),
      })),
    )
    .returning(['number', 'hash', 'event_seq'])
    .executeTakeFirstOrThrow()
}

export async function appendEntry(db: Db, entry: Insertable<AuditEntryTable>): Promise<void> {
  await db.insertInto('audit_entries').values(entry).execute()
  await db
    .updateTable('audit_heads')
    .set({ hash: entry.hash })
    .where('workspace_id', '=', entry.workspace_id)
    .execute()
}

/** Entries of a workspace in their order, beginning after a number. */
export async function entriesAfter(
  db: Db,
  workspaceId: string,
  number: number,
  limit: number,
): Promise<AuditEntry[]> {
  return await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** Entries between two numbers, neither of them included; in the given order. */
export async function entriesBetween(
  db: Db,
  workspaceId: string,
  range: {
    readonly after: number
    readonly before: number
    readonly order: 'asc' | 'desc'
    readonly limit: number
  },
): Promise<AuditEntry[]> {
  return await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('number', '>', range.after)
    .where('number', '<', range.before)
    .orderBy('number', range.order)
    .limit(range.limit)
    .execute()
}

export async function auditHead(
  db: Db,
  workspaceId: string,
): Promise<{ number: number; hash: string } | undefined> {
  return await db
    .selectFrom('audit_heads')
    .select(['number', 'hash'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

export async function auditedWorkspaces(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit_heads').select('workspace_id').orderBy('workspace_id').execute()
  return rows.map(({ workspace_id }) => workspace_id)
}
