import type { Insertable, Selectable } from 'kysely'
import { changesRow } from './changesRow.ts'
import type { Db, WorkspaceTable } from './tables.ts'

export type Workspace = Selectable<WorkspaceTable>

/** A fixed id, so that the examples in the documentation work unchanged. */
export const demoWorkspaceId = 'ws_demo'

/** Inserts the workspace, unless its id exists already. */
export async function insertWorkspace(
  db: Db,
  workspace: Omit<Insertable<WorkspaceTable>, 'loopback_redirects' | 'rated_keys'> & {
    loopback_redirects?: number
  },
): Promise<void> {
  await db
    .insertInto('workspaces')
    .values({ loopback_redirects: 0, rated_keys: 0, ...workspace })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds the rate of one more key to the rates of the workspace. */
export async function addRatedKey(db: Db, workspaceId: string): Promise<void> {
  await db
    .updateTable('workspaces')
    .set((workspace) => ({ rated_keys: workspace('rated_keys', '+', 1) }))
    .where('id', '=', workspaceId)
    .execute()
}

export async function setLeadHistoryEvents(db: Db, workspaceId: string, isOn: boolean): Promise<void> {
  await db
    .updateTable('workspaces')
    .set({ lead_history_events: Number(isOn) })
    .where('id', '=', workspaceId)
    .execute()
}

export async function addRedirectUri(db: Db, workspaceId: string, uri: string, at: number): Promise<void> {
  await db
    .insertInto('redirect_uris')
    .values({ workspace_id: workspaceId, uri, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns whether the address was on the list. */
export async function removeRedirectUri(db: Db, workspaceId: string, uri: string): Promise<boolean> {
  return await changesRow(
    db.deleteFrom('redirect_uris').where('workspace_id', '=', workspaceId).where('uri', '=', uri),
  )
}

export async function listRedirectUris(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('redirect_uris')
    .select('uri')
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ uri }) => uri)
}

export async function listWorkspaces(db: Db): Promise<Workspace[]> {
  return await db.selectFrom('workspaces').selectAll().orderBy('created_at').orderBy('id').execute()
}

export async function findWorkspace(db: Db, id: string): Promise<Workspace | undefined> {
  return await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Lists workspaces in the order of their ids. */
export async function listWorkspacesAfter(
  db: Db,
  id: string,
  limit: number,
): Promise<Pick<Workspace, 'id'>[]> {
  return await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute()
}
