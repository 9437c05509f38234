// Databases for tests and for the bench: empty ones, and such that have grown.

import { sql } from 'kysely'
import pg from 'pg'
import { type Runtime, systemRuntime } from '../src/base/runtime.ts'
import { openStore, type StoreOptions } from '../src/store/open.ts'
import type { Db } from '../src/store/tables.ts'
import { type Crowd, crowdStatements } from './crowd.ts'

/** A database of its own on the given server; none is needed for SQLite. */
export async function makeDatabase(
  serverUrl: string,
  runtime: Runtime = systemRuntime(),
): Promise<{ url: string; drop(): Promise<void> }> {
  if (serverUrl === '') return { url: '', drop: async () => {} }
  const name = `test_${runtime.randomBytes(12).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) }
}

/** Makes a database as it is after a long time: with its crowd, and on PostgreSQL with what the planner knows of it. */
export async function growDatabase(place: StoreOptions, crowd: Crowd, now: number): Promise<void> {
  const store = await openStore(place)
  const run = (db: Db, statement: string) => sql`${sql.raw(statement)}`.execute(db)
  await store.db.transaction().execute(async (transaction) => {
    if (place.databaseUrl !== '') await run(transaction, 'set local statement_timeout = 0')
    for (const statement of crowdStatements(crowd, now)) await run(transaction, statement)
    await run(transaction, place.databaseUrl === '' ? 'select 1' : 'analyze')
  })
  await store.close()
}
