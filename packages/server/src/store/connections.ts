import type { Platform } from '@adrail/contract'
import type { Insertable, Selectable } from 'kysely'
import type { ConnectionTable, CredentialHealth, Db } from './tables.ts'
import { selectUserPage, type User, type UserListQuery } from './users.ts'

export type Connection = Selectable<ConnectionTable>

/** A connection with those properties of its credential that callers see. */
export interface ConnectionWithHealth extends Connection {
  readonly user_name: string
  readonly email: string
  /** The granted scopes, separated by blanks. */
  readonly scopes: string
  readonly health: CredentialHealth
  readonly health_reason: string
  readonly access_expires_at: number | null
  readonly refresh_expires_at: number | null
  readonly data_access_expires_at: number | null
  readonly refresh_token: string
}

export async function findConnection(
  db: Db,
  workspaceId: string,
  userId: string,
  platform: Platform,
): Promise<Connection | undefined> {
  return await selectConnections(db, workspaceId)
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .executeTakeFirst()
}

/** Lists the connections of several users at once, so that a page of users needs one query. */
export async function listUserConnections(
  db: Db,
  workspaceId: string,
  userIds: readonly string[],
): Promise<ConnectionWithHealth[]> {
  if (userIds.length === 0) return []
  return await selectWithHealth(db)
    .where('connections.workspace_id', '=', workspaceId)
    .where('connections.user_id', 'in', userIds)
    .orderBy('connections.platform')
    .execute()
}

/** A user of a list, with all connections. */
export interface ListedUser {
  readonly user: User
  readonly connections: readonly ConnectionWithHealth[]
}

/**
 * Lists users from newest to oldest, after or before a position, with their connections. One query reads all
 * of them.
 */
export async function listUsersWithConnections(
  db: Db,
  workspaceId: string,
  query: UserListQuery,
): Promise<ListedUser[]> {
  const order = query.before ? 'asc' : 'desc'
  const rows = await db
    .selectFrom(selectUserPage(db, workspaceId, query).as('page'))
    .leftJoin('connections', (join) =>
      join.onRef('connections.user_id', '=', 'page.id').on('connections.workspace_id', '=', workspaceId),
    )
    .leftJoin('credentials', 'credentials.id', 'connections.credential_id')
    .select([
      'page.id as listed_id',
      'page.name as listed_name',
      'page.email as listed_email',
      'page.external_id as listed_external_id',
      'page.created_at as listed_at',
    ])
    .selectAll('connections')
    .select(credentialColumns)
    .orderBy('page.created_at', order)
    .orderBy('page.id', order)
    .orderBy('connections.platform')
    .execute()
  const listedById = new Map<string, { readonly user: User; readonly connections: ConnectionWithHealth[] }>()
  for (const row of rows) {
    const { listed_id, listed_name, listed_email, listed_external_id, listed_at, ...connection } = row
    const user = {
      workspace_id: workspaceId,
      id: listed_id,
      name: listed_name,
      email: listed_email,
      external_id: listed_external_id,
      created_at: listed_at,
    }
    const listed = listedById.get(listed_id) ?? { user, connections: [] }
    listedById.set(listed_id, listed)
    // A connection with an id has a credential, so none of its columns is null.
    if (connection.id !== null) listed.connections.push(connection as ConnectionWithHealth)
  }
  const users = [...listedById.values()]
  return query.before ? users.reverse() : users
}

/** Selects connections for a list, by their creation. */
export interface ConnectionPageQuery {
  readonly since: number
  readonly until: number
  /** The position where the page before ended. */
  readonly after?: { readonly created_at: number; readonly id: string }
}

/** Lists the connections of a workspace, newest first. */
export async function listNewestConnections(
  db: Db,
  workspaceId: string,
  { since, until, after }: ConnectionPageQuery,
  limit: number,
): Promise<ConnectionWithHealth[]> {
  return await selectWithHealth(db)
    .where('connections.workspace_id', '=', workspaceId)
    .where('connections.created_at', '>=', since)
    .where('connections.created_at', '<', until)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('connections.created_at', 'connections.id'),
          '<',
          tuple(after?.created_at ?? 0, after?.id ?? ''),
        ),
      ),
    )
    .orderBy('connections.created_at', 'desc')
    .orderBy('connections.id', 'desc')
    .limit(limit)
    .execute()
}

export async function findConnectionById(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<Connection | undefined> {
  return await selectConnections(db, workspaceId).where('id', '=', id).executeTakeFirst()
}

function selectConnections(db: Db, workspaceId: string) {
  return db.selectFrom('connections').selectAll().where('workspace_id', '=', workspaceId)
}

/** A connection that a change of its credential affects. */
export type AffectedConnection = Pick<Connection, 'workspace_id' | 'user_id' | 'platform' | 'id'>

/** Lists the connections that a change of a credential affects. */
export async function listConnectionsOfCredential(
  db: Db,
  credentialId: string,
): Promise<AffectedConnection[]> {
  return await db
    .selectFrom('connections')
    .select(['workspace_id', 'user_id', 'platform', 'id'])
    .where('credential_id', '=', credentialId)
    .orderBy('user_id')
    .execute()
}

/** Finds the person at the platform through whom a user is connected. */
export async function findLinkedPerson(
  db: Db,
  workspaceId: string,
  userId: string,
  platform: Platform,
): Promise<{ upstream_user_id: string; user_name: string } | undefined> {
  return await db
    .selectFrom('connections')
    .innerJoin('credentials', 'credentials.id', 'connections.credential_id')
    .select(['credentials.upstream_user_id', 'credentials.user_name'])
    .where('connections.workspace_id', '=', workspaceId)
    .where('connections.user_id', '=', userId)
    .where('connections.platform', '=', platform)
    .executeTakeFirst()
}

/** Lists a page of a workspace's linked ad accounts, by user and platform. */
export async function listLinkedAccounts(
  db: Db,
  workspaceId: string,
  {
    userIds,
    platforms,
  }: {
    readonly userIds?: readonly string[] | undefined
    readonly platforms?: readonly Platform[] | undefined
  },
  after: Pick<Connection, 'user_id' | 'platform'>,
  limit: number,
): Promise<Pick<Connection, 'user_id' | 'platform' | 'selection'>[]> {
  return await db
    .selectFrom('connections')
    .select(['user_id', 'platform', 'selection'])
    .where('workspace_id', '=', workspaceId)
    .$if(userIds !== undefined, (query) => query.where('user_id', 'in', userIds ?? []))
    .$if(platforms !== undefined, (query) => query.where('platform', 'in', platforms ?? []))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('user_id', 'platform'), '>', tuple(after.user_id, after.platform)),
    )
    .orderBy('user_id')
    .orderBy('platform')
    .limit(limit)
    .execute()
}

/** Inserts the connection, or replaces the earlier one of the same user and platform. */
export async function replaceConnection(db: Db, connection: Insertable<ConnectionTable>): Promise<void> {
  const { credential_id, selection, page_token, updated_at } = connection
  await db
    .insertInto('connections')
    .values(connection)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id', 'platform'])
        .doUpdateSet({ credential_id, selection, page_token, updated_at }),
    )
    .execute()
}

/** Replaces the selection only if it is still the one that was read. Returns whether it was. */
export async function changeSelection(
  db: Db,
  { workspace_id, user_id, platform, selection }: Connection,
  newSelection: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ selection: newSelection })
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .where('platform', '=', platform)
    .where('selection', '=', selection)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes and returns all connections that use a credential. */
export async function deleteConnectionsOfCredential(db: Db, credentialId: string): Promise<Connection[]> {
  return await db.deleteFrom('connections').where('credential_id', '=', credentialId).returningAll().execute()
}

/** Deletes and returns all connections of a user. */
export async function deleteConnectionsOfUser(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<Connection[]> {
  return await db
    .deleteFrom('connections')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .returningAll()
    .execute()
}

export async function deleteConnection(
  db: Db,
  workspaceId: string,
  userId: string,
  platform: Platform,
): Promise<Connection | undefined> {
  return await db
    .deleteFrom('connections')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .returningAll()
    .executeTakeFirst()
}

/** The primary key of a connection, in the order of the table. */
export interface ConnectionKey {
  readonly workspace_id: string
  readonly user_id: string
  readonly platform: Platform
}

const credentialColumns = [
  'credentials.user_name',
  'credentials.email',
  'credentials.scopes',
  'credentials.health',
  'credentials.health_reason',
  'credentials.access_expires_at',
  'credentials.refresh_expires_at',
  'credentials.data_access_expires_at',
  'credentials.refresh_token',
] as const

function selectWithHealth(db: Db) {
  return db
    .selectFrom('connections')
    .innerJoin('credentials', 'credentials.id', 'connections.credential_id')
    .selectAll('connections')
    .select(credentialColumns)
}
