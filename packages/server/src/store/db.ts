// The database as the rest of the service sees it: the tables, and how one is opened.

import type { ColumnType, Kysely, Transaction } from 'kysely'

/** Instants are whole milliseconds, absent text is empty text, switches are 0 or 1: the same on both databases. */
export interface Tables {
  workspaces: WorkspaceTable
  api_keys: ApiKeyTable
  users: UserTable
}

/** Written once, never changed. */
type Fixed<T> = ColumnType<T, T, never>

export interface WorkspaceTable {
  id: Fixed<string>
  name: string
  created_at: Fixed<number>
}

export interface ApiKeyTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  name: string
  /** The part of the key that may be shown and by which it is found. */
  public_id: Fixed<string>
  secret_hash: Fixed<string>
  /** Separated by blanks. */
  scopes: string
  created_at: Fixed<number>
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

export interface UserTable {
  workspace_id: Fixed<string>
  id: Fixed<string>
  name: string
  email: string
  external_id: string
  created_at: Fixed<number>
}

export type Db = Kysely<Tables> | Transaction<Tables>

export interface Store {
  readonly db: Kysely<Tables>
  /** Fails when the database cannot be used. */
  ping(): Promise<void>
  /** Changes the schema whole or not at all, while other processes that want to do the same wait. */
  changeSchema(change: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export interface StoreOptions {
  /** A PostgreSQL URL; without one the store is a SQLite file in the data folder. */
  readonly databaseUrl: string
  readonly dataDir: string
}

/** Opens the store and brings its schema up to date. Each driver is loaded only when it is used. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store =
    options.databaseUrl === ''
      ? (await import('./sqlite.ts')).openSqlite(options.dataDir)
      : (await import('./postgres.ts')).openPostgres(options.databaseUrl)
  const { migrate } = await import('./migrate.ts')
  try {
    await store.changeSchema(() => migrate(store.db))
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}
