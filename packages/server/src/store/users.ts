import { type RawBuilder, type Selectable, sql } from 'kysely'
import { changesRow } from './changesRow.ts'
import type { Db, UserTable } from './tables.ts'

export type User = Selectable<UserTable>

/**
 * Selects the name of the user that each row of a list names, by a lookup for these rows only. The name is
 * null for a deleted user. The list needs the column `workspace_id`, and by default `user_id`.
 */
export function selectUserName(table: string, id: RawBuilder<unknown> = sql.ref(`${table}.user_id`)) {
  return sql<string | null>`(select users.name from users
    where users.workspace_id = ${sql.ref(`${table}.workspace_id`)} and users.id = ${id})`.as('user_name')
}

/** Returns the names of users by id. Deleted users are missing. */
export async function listUserNames(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Pick<User, 'id' | 'name'>[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

/** Creates the user, or returns the existing user with the same external id. */
export async function insertUser(db: Db, user: User): Promise<{ user: User; created: boolean }> {
  const inserted = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) return { user: inserted, created: true }
  const existingUser = await findUserByExternalId(db, user.workspace_id, user.external_id)
  // The other user was deleted in between, so the insert can succeed now.
  return existingUser ? { user: existingUser, created: false } : await insertUser(db, user)
}

const selectUsers = (db: Db, workspaceId: string) =>
  db.selectFrom('users').selectAll().where('workspace_id', '=', workspaceId)

export async function findUser(db: Db, workspaceId: string, id: string): Promise<User | undefined> {
  return await selectUsers(db, workspaceId).where('id', '=', id).executeTakeFirst()
}

export async function findUserByExternalId(
  db: Db,
  workspaceId: string,
  externalId: string,
): Promise<User | undefined> {
  return await selectUsers(db, workspaceId)
    .where('external_id', '=', externalId)
    // A literal, so that the planner knows that the partial index of external ids contains the row.
    .where('external_id', '<>', sql.lit(''))
    .executeTakeFirst()
}

export interface UserPosition {
  readonly createdAt: number
  readonly id: string
}

export interface UserListQuery {
  readonly limit: number
  readonly after?: UserPosition
  readonly before?: UserPosition
  /** Part of the name, the email or the external id in any letter case, or a complete id. */
  readonly search?: string | undefined
}

/** Selects users after a position from newest to oldest, or users before a position in reverse order. */
export function selectUserPage(db: Db, workspaceId: string, { limit, after, before, search }: UserListQuery) {
  const position = before ?? after
  const order = before ? 'asc' : 'desc'
  const users = selectUsers(db, workspaceId)
    .$if(search !== undefined, (query) => query.where(() => matchesSearch(search ?? '')))
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(limit)
  if (!position) return users
  return users.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('created_at', 'id'), before ? '>' : '<', tuple(position.createdAt, position.id)),
  )
}

/**
 * In SQLite, and in PostgreSQL under the locale C, `lower` changes ASCII letters only. So names with other
 * letters are compared with each usual spelling.
 */
function matchesSearch(search: string) {
  const lower = search.toLowerCase()
  const capitalized = lower.replace(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase())
  const spellings = [lower, capitalized, search.toUpperCase()].map((spelling) =>
    spelling.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  )
  const patterns = [...new Set(spellings)].map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`)
  const conditions = ['name', 'email', 'external_id'].flatMap((column) =>
    patterns.map((pattern) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`),
  )
  return sql<boolean>`(id = ${search} or ${sql.join(conditions, sql` or `)})`
}

/**
 * Locks the row until the transaction ends, and returns whether the user exists. Linking and deleting a user
 * both take this lock first, so that one follows the other.
 */
export async function lockUser(db: Db, workspaceId: string, id: string): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('users')
      .set((set) => ({ name: set.ref('name') }))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id),
  )
}

/** Returns whether the user existed. */
export async function deleteUser(db: Db, workspaceId: string, id: string): Promise<boolean> {
  return await changesRow(db.deleteFrom('users').where('workspace_id', '=', workspaceId).where('id', '=', id))
}
