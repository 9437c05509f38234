// How the store is opened, on whichever database.

import { migrate } from './migrate.ts'
import type { OnStatement, Store } from './tables.ts'

export interface StoreOptions {
  /** A PostgreSQL URL; without one the store is a SQLite file in the data folder. */
  readonly databaseUrl: string
  readonly dataDir: string
  /** Is told every statement that is sent, by whoever sends it; for tests that look at what is asked. */
  readonly onStatement?: OnStatement | undefined
}

/** Opens the store and brings its schema up to date. Each driver is loaded only when it is used. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store =
    options.databaseUrl === ''
      ? (await import('./sqlite.ts')).openSqlite(options.dataDir, options.onStatement)
      : (await import('./postgres.ts')).openPostgres(options.databaseUrl, options.onStatement)
  try {
    await store.changeSchema(migrate)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}
