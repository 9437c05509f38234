import { type Insertable, type Selectable, sql } from 'kysely'
import { selectKeyName } from './keys.ts'
import type { AuditEntryTable, AuditHeadTable, Db } from './tables.ts'
import { selectUserName } from './users.ts'

export type AuditEntry = Selectable<AuditEntryTable>
export type AuditHead = Pick<Selectable<AuditHeadTable>, 'number' | 'hash'>
/** An entry with names that are not part of the record, because they can change. */
export interface NamedAuditEntry {
  readonly entry: AuditEntry
  /** The head of the chain at the time of the read. Undefined when someone deleted it. */
  readonly head: AuditHead | undefined
  readonly keyName: string
  readonly userName: string
}

/**
 * Locks the head of a workspace's chain until the transaction ends: of two concurrent entries the second
 * waits for the first. The same lock numbers the events that are emitted with the entry.
 */
export async function lockAuditHead(
  db: Db,
  workspaceId: string,
  eventCount = 0,
): Promise<{ number: number; hash: string; event_seq: number }> {
  return await db
    .insertInto('audit_heads')
    .values({ workspace_id: workspaceId, number: 1, hash: '', event_seq: eventCount })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet((set) => ({
        number: set('audit_heads.number', '+', 1),
        event_seq: set('audit_heads.event_seq', '+', eventCount),
      })),
    )
    .returning(['number', 'hash', 'event_seq'])
    .executeTakeFirstOrThrow()
}

export async function appendAuditEntry(db: Db, entry: Insertable<AuditEntryTable>): Promise<void> {
  await db.insertInto('audit_entries').values(entry).execute()
  await db
    .updateTable('audit_heads')
    .set({ hash: entry.hash })
    .where('workspace_id', '=', entry.workspace_id)
    .execute()
}

/** Lists entries of a workspace in order, after a number. */
export async function listAuditEntriesAfter(
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

/** An entry about a user names the user as its subject. */
const auditUserId = sql`coalesce(nullif(audit_entries.user_id, ''), audit_entries.subject)`

/** Lists entries between two numbers, both excluded, in the given order. */
export async function listAuditEntriesBetween(
  db: Db,
  workspaceId: string,
  range: {
    readonly after: number
    /** Absent for a range up to the newest entry. */
    readonly before?: number | undefined
    readonly order: 'asc' | 'desc'
    readonly limit: number
  },
): Promise<NamedAuditEntry[]> {
  const { before } = range
  const rows = await db
    .selectFrom('audit_entries')
    .leftJoin('audit_heads', 'audit_heads.workspace_id', 'audit_entries.workspace_id')
    .selectAll('audit_entries')
    .select(['audit_heads.number as head_number', 'audit_heads.hash as head_hash'])
    .select([selectKeyName('audit_entries', 'actor'), selectUserName('audit_entries', auditUserId)])
    .where('audit_entries.workspace_id', '=', workspaceId)
    .where('audit_entries.number', '>', range.after)
    .$if(before !== undefined, (query) => query.where('audit_entries.number', '<', before ?? 0))
    .orderBy('audit_entries.number', range.order)
    .limit(range.limit)
    .execute()
  return rows.map(({ key_name, user_name, head_number, head_hash, ...entry }) => ({
    entry,
    head: head_number === null || head_hash === null ? undefined : { number: head_number, hash: head_hash },
    keyName: key_name ?? '',
    userName: user_name ?? '',
  }))
}

export async function findAuditHead(db: Db, workspaceId: string): Promise<AuditHead | undefined> {
  return await db
    .selectFrom('audit_heads')
    .select(['number', 'hash'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

export async function listAuditedWorkspaces(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit_heads').select('workspace_id').orderBy('workspace_id').execute()
  return rows.map(({ workspace_id }) => workspace_id)
}
