// Opens the store on either database.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { hasUsedKey, markKeyUsed } from '../encryption/localKey.ts'
import { listDatabases } from './databaseUrl.ts'
import { hasSchema, migrate } from './migrate.ts'
import type { OnStatement, Store } from './tables.ts'

/** The name of the SQLite file in the data folder. */
export const databaseFileName = 'adrail.db'

export interface StoreOptions {
  /** A PostgreSQL URL. If empty, the store is a SQLite file in the data folder. */
  readonly databaseUrl: string
  readonly dataDir: string
  /** Whether a missing database may be created. Defaults to true. */
  readonly mayCreate?: boolean
  /** Receives every statement, for metrics and for tests. */
  readonly onStatement?: OnStatement | undefined
}

/**
 * The database that the key in the data folder was used with is missing. An empty database would lose every
 * write.
 */
export class DatabaseLost extends Error {
  constructor(dataDir: string, state: 'missing' | 'empty') {
    super(
      `${join(dataDir, databaseFileName)} is ${state}, although ${join(dataDir, 'encryption.key')} shows that a database existed. Restore the database with: npm run admin -- restore <file>. To start with an empty database, set a different DATA_DIR, or move encryption.key to another folder.`,
    )
  }
}

/** No database exists, and the caller did not permit to create one. */
export class NoDatabase extends Error {}

/** Describes the location of the database for people, without a password. */
export function describeDatabase({ databaseUrl, dataDir }: StoreOptions): string {
  return databaseUrl === ''
    ? `SQLite, ${join(dataDir, databaseFileName)}`
    : `PostgreSQL, ${listDatabases(databaseUrl).join(' or ')}`
}

/** Opens the store and brings its schema up to date. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, dataDir, mayCreate = true } = options
  const mayBeNew = databaseUrl !== '' || !hasUsedKey(dataDir)
  if (!mayBeNew && databaseSize(dataDir) === 0) throw new DatabaseLost(dataDir, 'empty')
  if (!mayBeNew && databaseSize(dataDir) === undefined) throw new DatabaseLost(dataDir, 'missing')
  const isMissing = databaseUrl === '' && databaseSize(dataDir) === undefined
  if (!mayCreate && isMissing) throw new NoDatabase(describeDatabase(options))
  const store = await connect(options)
  try {
    if (!mayBeNew && !(await hasSchema(store.db))) throw new DatabaseLost(dataDir, 'empty')
    if (!mayCreate && !(await hasSchema(store.db))) throw new NoDatabase(describeDatabase(options))
    await store.changeSchema(migrate)
    // The first connection is opened before other work blocks the process: a connection that is noticed too
    // late counts as failed.
    await store.ping()
    markKeyUsed(dataDir)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

/** Opens a store without changing its schema, for readers only. Returns undefined when no database exists. */
export async function openExistingStore(options: StoreOptions): Promise<Store | undefined> {
  const isMissing = options.databaseUrl === '' && databaseSize(options.dataDir) === undefined
  return isMissing ? undefined : await connect(options)
}

/** Returns the size of the file in bytes, or undefined when there is no file. */
function databaseSize(dataDir: string): number | undefined {
  return statSync(join(dataDir, databaseFileName), { throwIfNoEntry: false })?.size
}

/** Loads each driver only when it is used. */
async function connect({ databaseUrl, dataDir, onStatement }: StoreOptions): Promise<Store> {
  return databaseUrl === ''
    ? (await import('./sqlite.ts')).openSqlite(join(dataDir, databaseFileName), onStatement)
    : (await import('./postgres.ts')).openPostgres(databaseUrl, onStatement)
}
