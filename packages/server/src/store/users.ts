import { type RawBuilder, type Selectable, sql } from 'kysely'
import { foundRow } from './foundRow.ts'
import type { Db, UserTable } from './tables.ts'

export type User = Selectable<UserTable>

/**
 * The name of the user that each row of a list names, looked up for these rows alone; none where the user was deleted. The
 * list has `workspace_id`, and unless told otherwise `user_id`.
 */
export function userNameIn(list: string, id: RawBuilder<unknown> = sql.ref(`${list}.user_id`)) {
  return sql<string | null>`(select users.name from users
    where users.workspace_id = ${sql.ref(`${list}.workspace_id`)} and users.id = ${id})`.as('user_name')
}

/** The names of some users, by their ids; those that were deleted have none. */
export async function namesOfUsers(
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

/** Makes the user, or returns the one that has the same external id already. */
export async function insertUser(db: Db, user: User): Promise<{ user: User; created: boolean }> {
  const inserted = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) return { user: inserted, created: true }
  const known = await findUserByExternalId(db, user.workspace_id, user.external_id)
  // Deleted in the moment between: then it can be made after all.
  return known ? { user: known, created: false } : await insertUser(db, user)
}

const usersOf = (db: Db, workspaceId: string) =>
  db.selectFrom('users').selectAll().where('workspace_id', '=', workspaceId)

export async function findUser(db: Db, workspaceId: string, id: string): Promise<User | undefined> {
  return await usersOf(db, workspaceId).where('id', '=', id).executeTakeFirst()
}

export async function findUserByExternalId(
  db: Db,
  workspaceId: string,
  externalId: string,
): Promise<User | undefined> {
  return await usersOf(db, workspaceId)
    .where('external_id', '=', externalId)
    // Said literally, so that the index of external ids is known to hold whoever is looked for.
    .where('external_id', '<>', sql.lit(''))
    .executeTakeFirst()
}

export interface UserPosition {
  readonly createdAt: number
  readonly id: string
}

export interface UsersAsked {
  readonly limit: number
  readonly after?: UserPosition
  readonly before?: UserPosition
  /** Part of the name, the email or the external id in any letter case, or a whole id. */
  readonly search?: string | undefined
}

/** Users beginning after a position, from newest to oldest; or those before one, backwards from there. */
export function pageOfUsers(db: Db, workspaceId: string, { limit, after, before, search }: UsersAsked) {
  const position = before ?? after
  const order = before ? 'asc' : 'desc'
  const users = usersOf(db, workspaceId)
    .$if(search !== undefined, (query) => query.where(() => matches(search ?? '')))
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(limit)
  if (!position) return users
  return users.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('created_at', 'id'), before ? '>' : '<', tuple(position.createdAt, position.id)),
  )
}

/**
 * `lower` of SQLite changes ASCII letters alone, and so does that of PostgreSQL under the locale C: names with other letters are
 * compared with each usual spelling.
 */
function matches(search: string) {
  const lower = search.toLowerCase()
  const capitalized = lower.replace(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase())
  const spellings = [lower, capitalized, search.toUpperCase()].map((spelling) =>
    spelling.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  )
  const patterns = [...new Set(spellings)].map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`)
  const found = ['name', 'email', 'external_id'].flatMap((column) =>
    patterns.map((pattern) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`),
  )
  return sql<boolean>`(id = ${search} or ${sql.join(found, sql` or `)})`
}

/**
 * Whether there is such a user; nobody else holds the row until the transaction ends. Held first by whoever links the user and by
 * whoever deletes it, so that one of them comes after the other.
 */
export async function holdUser(db: Db, workspaceId: string, id: string): Promise<boolean> {
  return await foundRow(
    db
      .updateTable('users')
      .set((set) => ({ name: set.ref('name') }))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id),
  )
}

/** Whether there was such a user. */
export async function deleteUser(db: Db, workspaceId: string, id: string): Promise<boolean> {
  return await foundRow(db.deleteFrom('users').where('workspace_id', '=', workspaceId).where('id', '=', id))
}
