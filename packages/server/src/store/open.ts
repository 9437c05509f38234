// How the store is opened, on whichever database.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from './migrate.ts'
import type { OnStatement, Store } from './tables.ts'

/** Of the file in the data folder. */
export const databaseName = 'adrail.db'

export interface StoreOptions {
  /** A PostgreSQL URL; without one the store is a SQLite file in the data folder. */
  readonly databaseUrl: string
  readonly dataDir: string
  /** Is told every statement that is sent, by whoever sends it; for tests that look at what is asked. */
  readonly onStatement?: OnStatement | undefined
}

/** Opens the store and brings its schema up to date. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = await connect(options)
  try {
    await store.changeSchema(migrate)
    // The first connection is made before anything else keeps the process busy: one that is noticed too late counts as failed.
    await store.ping()
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

/** Opens a store as it stands, for whoever only looks; nothing when there is none yet. */
export async function openPresentStore(options: StoreOptions): Promise<Store | undefined> {
  const isMissing = options.databaseUrl === '' && !existsSync(join(options.dataDir, databaseName))
  return isMissing ? undefined : await connect(options)
}

/** Each driver is loaded only when it is used. */
async function connect({ databaseUrl, dataDir, onStatement }: StoreOptions): Promise<Store> {
  return databaseUrl === ''
    ? (await import('./sqlite.ts')).openSqlite(join(dataDir, databaseName), onStatement)
    : (await import('./postgres.ts')).openPostgres(databaseUrl, onStatement)
}
