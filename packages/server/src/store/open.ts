// How the store is opened, on whichever database.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { hasUsedKey, markKeyUsed } from '../base/localKey.ts'
import { databasesIn } from './databaseUrl.ts'
import { hasSchema, migrate } from './migrate.ts'
import type { OnStatement, Store } from './tables.ts'

/** Of the file in the data folder. */
export const databaseName = 'adrail.db'

export interface StoreOptions {
  /** A PostgreSQL URL; without one the store is a SQLite file in the data folder. */
  readonly databaseUrl: string
  readonly dataDir: string
  /** Whether a database may be created where there is none; it may unless told otherwise. */
  readonly mayCreate?: boolean
  /** Is told every statement that is sent, by whoever sends it; for tests that look at what is asked. */
  readonly onStatement?: OnStatement | undefined
}

/** The database is gone that the key in the data folder was used with: an empty one would forget every write. */
export class DatabaseLost extends Error {
  constructor(dataDir: string, state: 'missing' | 'empty') {
    super(
      `${join(dataDir, databaseName)} is ${state}, but ${join(dataDir, 'encryption.key')} has been in use. Restore the database with: npm run admin -- restore <file>. To start with an empty one, set another DATA_DIR, or move encryption.key away.`,
    )
  }
}

/** No database was found, and the caller did not allow one to be created. */
export class NoDatabase extends Error {}

/** Where the database is, for people; without a password. */
export function placeOf({ databaseUrl, dataDir }: StoreOptions): string {
  return databaseUrl === ''
    ? `SQLite, ${join(dataDir, databaseName)}`
    : `PostgreSQL, ${databasesIn(databaseUrl).join(' or ')}`
}

/** Opens the store and brings its schema up to date. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, dataDir, mayCreate = true } = options
  const mayBeNew = databaseUrl !== '' || !hasUsedKey(dataDir)
  if (!mayBeNew && sizeOfDatabase(dataDir) === 0) throw new DatabaseLost(dataDir, 'empty')
  if (!mayBeNew && sizeOfDatabase(dataDir) === undefined) throw new DatabaseLost(dataDir, 'missing')
  const isMissing = databaseUrl === '' && sizeOfDatabase(dataDir) === undefined
  if (!mayCreate && isMissing) throw new NoDatabase(placeOf(options))
  const store = await connect(options)
  try {
    if (!mayBeNew && !(await hasSchema(store.db))) throw new DatabaseLost(dataDir, 'empty')
    if (!mayCreate && !(await hasSchema(store.db))) throw new NoDatabase(placeOf(options))
    await store.changeSchema(migrate)
    // The first connection is made before anything else keeps the process busy: one that is noticed too late counts as failed.
    await store.ping()
    markKeyUsed(dataDir)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

/** Opens a store as it stands, for whoever only looks; nothing when there is none yet. */
export async function openPresentStore(options: StoreOptions): Promise<Store | undefined> {
  const isMissing = options.databaseUrl === '' && sizeOfDatabase(options.dataDir) === undefined
  return isMissing ? undefined : await connect(options)
}

/** In bytes; nothing when there is no file. */
function sizeOfDatabase(dataDir: string): number | undefined {
  return statSync(join(dataDir, databaseName), { throwIfNoEntry: false })?.size
}

/** Each driver is loaded only when it is used. */
async function connect({ databaseUrl, dataDir, onStatement }: StoreOptions): Promise<Store> {
  return databaseUrl === ''
    ? (await import('./sqlite.ts')).openSqlite(join(dataDir, databaseName), onStatement)
    : (await import('./postgres.ts')).openPostgres(databaseUrl, onStatement)
}
