// Creates empty and large databases for tests and for the bench.

import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { type Runtime, systemRuntime } from '../src/runtime/runtime.ts'
import { databaseFileName, openStore, type StoreOptions } from '../src/store/open.ts'
import type { Db } from '../src/store/tables.ts'
import { buildSeedStatements, type DatabaseScale } from './seedStatements.ts'

/** Name of the empty database with the current schema from which others are copied. */
const template = 'adrail_template'

export async function createTemplate(serverUrl: string): Promise<string> {
  await executeStatement(serverUrl, `create database ${template}`)
  const databaseUrl = toDatabaseUrl(serverUrl, template)
  const store = await openStore({ databaseUrl, dataDir: '' })
  await store.close()
  return databaseUrl
}

/** Creates the SQLite template as a file in the folder. */
export async function createSqliteTemplate(dataDir: string): Promise<string> {
  const store = await openStore({ databaseUrl: '', dataDir })
  await store.close()
  return join(dataDir, databaseFileName)
}

/** Creates a database on the server, empty or copied from the template. SQLite needs none. */
export async function createDatabase(
  serverUrl: string,
  runtime: Runtime = systemRuntime(),
  source: 'nothing' | 'template' = 'nothing',
): Promise<{ url: string; drop(): Promise<void> }> {
  if (serverUrl === '') return { url: '', drop: async () => {} }
  const name = `test_${runtime.randomBytes(12).toString('hex')}`
  await executeStatement(
    serverUrl,
    `create database ${name}${source === 'template' ? ` template ${template}` : ''}`,
  )
  return {
    url: toDatabaseUrl(serverUrl, name),
    drop: () => executeStatement(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

function toDatabaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Runs one statement on a new connection. */
export async function executeStatement(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Makes a PostgreSQL database read-only, like a replica, or writable again. Clients are disconnected, so they
 * notice the change when they reconnect.
 */
export async function setReadOnly(databaseUrl: string, value: 'on' | 'off'): Promise<void> {
  const url = new URL(databaseUrl)
  // This connection can always write.
  url.searchParams.set('options', '-c default_transaction_read_only=off')
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const name = client.escapeIdentifier(url.pathname.slice(1))
  await client.query(`alter database ${name} set default_transaction_read_only = ${value}`)
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

/** Seeds a large database and, on PostgreSQL, collects the planner statistics. */
export async function growDatabase(
  { databaseUrl, dataDir }: StoreOptions,
  scale: DatabaseScale,
  now: number,
): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl: withoutTimeout(databaseUrl) })
  const runSql = (db: Db, statement: string) => sql`${sql.raw(statement)}`.execute(db)
  await store.db.transaction().execute(async (transaction) => {
    for (const statement of buildSeedStatements(scale, now)) await runSql(transaction, statement)
    await runSql(transaction, databaseUrl === '' ? 'select 1' : 'analyze')
  })
  await store.close()
}

/** Seeding takes longer than the statement timeout of the service. */
function withoutTimeout(databaseUrl: string): string {
  if (databaseUrl === '') return ''
  const url = new URL(databaseUrl)
  url.searchParams.set('statement_timeout', '0')
  return url.href
}

/** Lists every row of a PostgreSQL database as table name and primary key. */
export async function listRowKeys(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.table_constraints
    join information_schema.key_column_usage using (constraint_schema, constraint_name, table_name)
    where constraint_type = 'PRIMARY KEY' and constraint_schema = current_schema()
    group by table_name`.execute(db)
  const rowKeys: string[] = []
  for (const { name, columns } of tables) {
    const keyColumns = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))
    const { rows } = await sql<{ row: string }>`
      select concat_ws(' ', ${name}::text, ${keyColumns}) as row from ${sql.table(name)}`.execute(db)
    rowKeys.push(...rows.map(({ row }) => row))
  }
  return rowKeys
}
