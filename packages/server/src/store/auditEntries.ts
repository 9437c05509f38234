import { type Insertable, type Selectable, sql } from 'kysely'
import { keyNameIn } from './keys.ts'
import type { AuditEntryTable, AuditHeadTable, Db } from './tables.ts'
import { userNameIn } from './users.ts'

export type AuditEntry = Selectable<AuditEntryTable>
export type AuditHead = Pick<Selectable<AuditHeadTable>, 'number' | 'hash'>
/** An entry beside the names that are no part of the record: they can be changed. */
export interface NamedEntry {
  readonly entry: AuditEntry
  /** Of the chain, as it was then; none where somebody took it away. */
  readonly head: AuditHead | undefined
  readonly keyName: string
  readonly userName: string
}

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

/** What was done about a user itself names the user as what it is about. */
const userOf = sql`coalesce(nullif(audit_entries.user_id, ''), audit_entries.subject)`

/** Entries between two numbers, neither of them included; in the given order. */
export async function entriesBetween(
  db: Db,
  workspaceId: string,
  range: {
    readonly after: number
    /** To the newest when absent. */
    readonly before?: number | undefined
    readonly order: 'asc' | 'desc'
    readonly limit: number
  },
): Promise<NamedEntry[]> {
  const { before } = range
  const rows = await db
    .selectFrom('audit_entries')
    .leftJoin('audit_heads', 'audit_heads.workspace_id', 'audit_entries.workspace_id')
    .selectAll('audit_entries')
    .select(['audit_heads.number as head_number', 'audit_heads.hash as head_hash'])
    .select([keyNameIn('audit_entries', 'actor'), userNameIn('audit_entries', userOf)])
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

export async function auditHead(db: Db, workspaceId: string): Promise<AuditHead | undefined> {
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
