import type { Selectable } from 'kysely'
import type { ConsoleSessionTable, Db } from './tables.ts'

export type ConsoleSession = Selectable<ConsoleSessionTable>

/** A session with what it may do, which is what its key may do now. */
export interface KnownSession extends ConsoleSession {
  readonly workspace_id: string
  readonly workspace_name: string
  readonly key_name: string
  readonly scopes: string
  readonly line: string
  readonly rated_keys: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

export async function insertSession(db: Db, session: ConsoleSession): Promise<void> {
  await db.insertInto('console_sessions').values(session).execute()
}

/** In one look, so that a key that was revoked ends its sessions with their next request. */
export async function findSession(db: Db, idHash: string): Promise<KnownSession | undefined> {
  return await db
    .selectFrom('console_sessions as session')
    .innerJoin('api_keys as key', 'key.id', 'session.key_id')
    .innerJoin('workspaces as workspace', 'workspace.id', 'key.workspace_id')
    .select([
      'session.id_hash',
      'session.key_id',
      'session.created_at',
      'session.seen_at',
      'key.workspace_id',
      'workspace.name as workspace_name',
      'key.name as key_name',
      'key.scopes',
      'key.line',
      'workspace.rated_keys',
      'key.expires_at',
      'key.revoked_at',
    ])
    .where('session.id_hash', '=', idHash)
    .executeTakeFirst()
}

export async function noteSessionSeen(db: Db, idHash: string, at: number): Promise<void> {
  await db.updateTable('console_sessions').set({ seen_at: at }).where('id_hash', '=', idHash).execute()
}

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('console_sessions').where('id_hash', '=', idHash).execute()
}

/** Forgets some of the sessions that nobody used for so long that they have ended. */
export async function pruneSessions(db: Db, seenBefore: number, limit: number): Promise<void> {
  await db
    .deleteFrom('console_sessions')
    .where('id_hash', 'in', (ended) =>
      ended
        .selectFrom('console_sessions')
        .select('id_hash')
        .where('seen_at', '<', seenBefore)
        .orderBy('seen_at')
        .orderBy('id_hash')
        .limit(limit),
    )
    .execute()
}
