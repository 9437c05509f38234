import type { Scope } from '@adrail/contract'
import { type Selectable, sql } from 'kysely'
import { changesRow } from './changesRow.ts'
import type { ApiKeyTable, Db } from './tables.ts'

export type ApiKey = Selectable<ApiKeyTable>

/**
 * Selects the name of the key that a column of each row names. The name is null when the column names no key
 * of the workspace.
 */
export function selectKeyName(table: string, column: string) {
  return sql<string | null>`(select api_keys.name from api_keys
    where api_keys.id = ${sql.ref(`${table}.${column}`)} and api_keys.workspace_id = ${sql.ref(`${table}.workspace_id`)})`.as(
    'key_name',
  )
}

export async function insertKey(db: Db, key: Omit<ApiKey, 'revoked_at' | 'last_used_at'>): Promise<void> {
  await db.insertInto('api_keys').values(key).execute()
}

/** A key with settings of its workspace. */
export interface KeyInWorkspace extends ApiKey {
  readonly rated_keys: number
}

const selectKeys = (db: Db) =>
  db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .selectAll('api_keys')
    .select('workspaces.rated_keys')

export async function findKeyByPublicId(db: Db, publicId: string): Promise<KeyInWorkspace | undefined> {
  return await selectKeys(db).where('api_keys.public_id', '=', publicId).executeTakeFirst()
}

export async function findKey(db: Db, id: string): Promise<KeyInWorkspace | undefined> {
  return await selectKeys(db).where('api_keys.id', '=', id).executeTakeFirst()
}

export interface KeyListQuery {
  readonly limit: number
  /** The id of the key after which the page begins, or before which it ends. */
  readonly after?: string
  readonly before?: string
}

/** Lists keys in the order of creation, which is the order of their ids, in one workspace or in all. */
export async function listKeys(
  db: Db,
  workspaceId: string | undefined,
  { limit, after, before }: KeyListQuery,
): Promise<ApiKey[]> {
  let keys = db.selectFrom('api_keys').selectAll().limit(limit)
  if (workspaceId !== undefined) keys = keys.where('workspace_id', '=', workspaceId)
  if (after !== undefined) keys = keys.where('id', '>', after)
  if (before === undefined) return await keys.orderBy('id').execute()
  // The page before a position is read backwards and then reversed.
  return (await keys.where('id', '<', before).orderBy('id', 'desc').execute()).reverse()
}

/** Whether a valid key exists that may manage the workspace. */
export async function hasAdminKey(db: Db, workspaceId: string, now: number): Promise<boolean> {
  const adminKey = await db
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .where('scopes', 'like', '%admin%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return adminKey !== undefined
}

/** Whether two keys are equal or belong to the same key line. */
export async function isSameKeyLine(db: Db, id: string, otherId: string): Promise<boolean> {
  if (id === otherId) return true
  const [first, second] = await db
    .selectFrom('api_keys')
    .select(['id', 'line'])
    .where('id', 'in', [id, otherId])
    .execute()
  return first !== undefined && second !== undefined && getKeyLine(first) === getKeyLine(second)
}

/** Whether the key is neither revoked nor expired. */
export function isValidKey({ revoked_at, expires_at }: ApiKey, now: number): boolean {
  return revoked_at === null && (expires_at === null || expires_at > now)
}

/**
 * Stored for keys that can read but see no leads. Releases before the scope `leads` preserve the marker when
 * they rotate the key.
 */
const noLeadsMarker = '-leads'

/**
 * Returns the scopes of a stored key. Releases before the scope `leads` showed leads to keys with `read`.
 * Their keys name neither `leads` nor its absence, and retain the permission.
 */
export function parseStoredScopes(stored: string): Scope[] {
  const scopeNames = stored.split(' ').filter((name) => name !== noLeadsMarker)
  // Written by `serializeScopes` from the contract's list.
  return (hasImplicitLeads(stored) ? [...scopeNames, 'leads'] : scopeNames) as Scope[]
}

/** Serializes scopes for storage. */
export function serializeScopes(scopes: readonly Scope[]): string {
  const isExplicit = scopes.includes('leads') || !scopes.includes('read')
  return [...scopes, ...(isExplicit ? [] : [noLeadsMarker])].join(' ')
}

/** Whether a stored key has the scope `leads` without naming it. */
export function hasImplicitLeads(stored: string): boolean {
  const scopeNames = stored.split(' ')
  return scopeNames.includes('read') && !scopeNames.includes('leads') && !scopeNames.includes(noLeadsMarker)
}

/** Returns the id that a key and all its successors have in common. */
export function getKeyLine({ id, line }: Pick<ApiKey, 'id' | 'line'>): string {
  return line === '' ? id : line
}

/** The line whose hourly counts apply to a key, as SQL over its row. */
export const countedLine = sql<string>`coalesce(nullif(counted_with, ''), nullif(line, ''), id)`

/** Counts a key together with another one from now on. */
export async function shareKeyCounts(db: Db, id: string, otherId: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({
      counted_with: (key) =>
        key.selectFrom('api_keys').select(countedLine.as('counted')).where('id', '=', otherId),
    })
    .where('id', '=', id)
    .execute()
}

/** Returns whether the key existed and was not revoked before. */
export async function markKeyRevoked(db: Db, id: string, at: number): Promise<boolean> {
  return await changesRow(
    db.updateTable('api_keys').set({ revoked_at: at }).where('id', '=', id).where('revoked_at', 'is', null),
  )
}

/** Expires a key at a time, unless it expires earlier anyway. */
export async function expireKey(db: Db, id: string, at: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ expires_at: at })
    .where('id', '=', id)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
    .execute()
}

export async function recordKeyUse(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
}
