import type { Selectable } from 'kysely'
import type { Db, WorkspaceTable } from './db.ts'

export type Workspace = Selectable<WorkspaceTable>

/** Makes the workspace, unless there is one of that id already. */
export async function insertWorkspace(db: Db, workspace: Workspace): Promise<void> {
  await db
    .insertInto('workspaces')
    .values(workspace)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listWorkspaces(db: Db): Promise<Workspace[]> {
  return await db.selectFrom('workspaces').selectAll().orderBy('created_at').orderBy('id').execute()
}

export async function findWorkspace(db: Db, id: string): Promise<Workspace | undefined> {
  return await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
}
