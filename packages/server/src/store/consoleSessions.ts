import type { Selectable } from 'kysely'
import { changesRow } from './changesRow.ts'
import type { ConsoleSessionTable, Db } from './tables.ts'

export type ConsoleSession = Selectable<ConsoleSessionTable>
export type SessionPage = ConsoleSession['page']

/** A session with the present permissions of its key. */
export interface SessionWithKey extends ConsoleSession {
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

/** Reads session and key in one query, so that a revoked key ends its sessions with their next request. */
export async function findSession(db: Db, idHash: string): Promise<SessionWithKey | undefined> {
  return await db
    .selectFrom('console_sessions as session')
    .innerJoin('api_keys as key', 'key.id', 'session.key_id')
    .innerJoin('workspaces as workspace', 'workspace.id', 'key.workspace_id')
    .select([
      'session.id_hash',
      'session.key_id',
      'session.created_at',
      'session.seen_at',
      'session.page',
      'session.address',
      'session.proved_at',
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

/** Sessions that began, or were last used, after these times have not expired. */
export interface LiveSessionBounds {
  readonly consoleSeenAfter: number
  readonly consoleStartedAfter: number
  readonly approveStartedAfter: number
  /** The present time, for the expiry of keys. */
  readonly now: number
}

export interface ListedSession extends ConsoleSession {
  readonly key_name: string
}

/**
 * Lists live sessions of a workspace in the order of their hashes: the first after a hash, or the last before
 * one.
 */
export async function listSessions(
  db: Db,
  workspaceId: string,
  { consoleSeenAfter, consoleStartedAfter, approveStartedAfter, now }: LiveSessionBounds,
  { limit, after, before }: { readonly limit: number; readonly after?: string; readonly before?: string },
): Promise<ListedSession[]> {
  let sessions = db
    .selectFrom('console_sessions as session')
    .innerJoin('api_keys as key', 'key.id', 'session.key_id')
    .selectAll('session')
    .select('key.name as key_name')
    .where('session.workspace_id', '=', workspaceId)
    .where('key.revoked_at', 'is', null)
    .where((where) => where.or([where('key.expires_at', 'is', null), where('key.expires_at', '>', now)]))
    .where((where) =>
      where.or([
        where.and([
          where('session.page', '=', 'console'),
          where('session.seen_at', '>', consoleSeenAfter),
          where('session.created_at', '>', consoleStartedAfter),
        ]),
        where.and([
          where('session.page', '=', 'approve'),
          where('session.created_at', '>', approveStartedAfter),
        ]),
      ]),
    )
    .limit(limit)
  if (after !== undefined) sessions = sessions.where('session.id_hash', '>', after)
  if (before === undefined) return await sessions.orderBy('session.id_hash').execute()
  return (
    await sessions.where('session.id_hash', '<', before).orderBy('session.id_hash', 'desc').execute()
  ).reverse()
}

/**
 * Deletes the session of a workspace whose hash begins with these hexadecimal digits. Returns undefined when
 * there is none.
 */
export async function revokeSession(
  db: Db,
  workspaceId: string,
  hashPrefix: string,
): Promise<Pick<ConsoleSession, 'key_id'> | undefined> {
  return await db
    .deleteFrom('console_sessions')
    .where('workspace_id', '=', workspaceId)
    .where('id_hash', '>=', hashPrefix)
    // The letter follows every hexadecimal digit.
    .where('id_hash', '<', `${hashPrefix}g`)
    .returning('key_id')
    .executeTakeFirst()
}

export async function recordSessionUse(
  db: Db,
  { id_hash, workspace_id }: Pick<SessionWithKey, 'id_hash' | 'workspace_id'>,
  at: number,
): Promise<void> {
  await db
    .updateTable('console_sessions')
    .set({ seen_at: at, workspace_id })
    .where('id_hash', '=', id_hash)
    .execute()
}

export async function recordSessionProof(db: Db, idHash: string, at: number): Promise<void> {
  await db.updateTable('console_sessions').set({ proved_at: at }).where('id_hash', '=', idHash).execute()
}

/** Returns whether the session existed. */
export async function deleteSession(db: Db, idHash: string): Promise<boolean> {
  return await changesRow(db.deleteFrom('console_sessions').where('id_hash', '=', idHash))
}

/** Deletes sessions that were unused for so long that they have expired. */
export async function pruneSessions(db: Db, seenBefore: number, limit: number): Promise<void> {
  await db
    .deleteFrom('console_sessions')
    .where('id_hash', 'in', (eb) =>
      eb
        .selectFrom('console_sessions')
        .select('id_hash')
        .where('seen_at', '<', seenBefore)
        .orderBy('seen_at')
        .orderBy('id_hash')
        .limit(limit),
    )
    .execute()
}
