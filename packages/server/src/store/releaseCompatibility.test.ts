// During a rolling update, processes of two releases use one database. Each migration therefore keeps
// existing data and requires no new values from the earlier release.

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../testing/databases.ts'
import { newFolder } from '../../testing/folders.ts'
import { testDatabaseUrl } from '../../testing/service.ts'
import { systemRuntime } from '../runtime/runtime.ts'
import { createMigrator, isSchemaCurrent, migrate, migrations } from './migrate.ts'
import { databaseFileName } from './open.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'

const databaseUrl = testDatabaseUrl()

interface Column {
  readonly type: string
  /** A release that does not know the column may omit it. */
  readonly isOptional: boolean
}
type Columns = ReadonlyMap<string, Column>
interface Schema {
  readonly tables: ReadonlyMap<string, Columns>
  /** Unique indexes with their tables. */
  readonly uniques: ReadonlyMap<string, string>
}

async function schemaOf(db: Kysely<Tables>): Promise<Schema> {
  const found = await db.introspection.getTables()
  const tables = new Map(
    found.map(({ name, columns }) => [
      name,
      new Map(
        columns.map((column) => [
          column.name,
          {
            type: column.dataType,
            isOptional: column.isNullable || column.hasDefaultValue || column.isAutoIncrementing,
          },
        ]),
      ),
    ]),
  )
  const { rows } = await (databaseUrl === ''
    ? sql<{ name: string; owner: string }>`select name, tbl_name as owner from sqlite_master
        where type = 'index' and lower(sql) like 'create unique%'`
    : sql<{ name: string; owner: string }>`select indexname as name, tablename as owner from pg_indexes
        where indexdef like 'CREATE UNIQUE%'`
  ).execute(db)
  return { tables, uniques: new Map(rows.map(({ name, owner }) => [name, owner])) }
}

/** Returns the changes that would break a process of the release before. */
function hindrances(before: Schema, after: Schema): string[] {
  const violations: string[] = []
  for (const [table, columns] of before.tables) {
    const now = after.tables.get(table)
    for (const [name, { type, isOptional }] of columns) {
      const column = now?.get(name)
      if (!column) violations.push(`${table}.${name} is gone`)
      else if (column.type !== type) violations.push(`${table}.${name} was ${type} and is ${column.type}`)
      else if (isOptional && !column.isOptional) violations.push(`${table}.${name} must be given now`)
    }
    for (const [name, { isOptional }] of now ?? [])
      if (!columns.has(name) && !isOptional) violations.push(`${table}.${name} is new and must be given`)
  }
  for (const [name, owner] of after.uniques)
    if (!before.uniques.has(name) && before.tables.has(owner))
      violations.push(`${name} forbids rows of ${owner} that were allowed`)
  return violations
}

/** Creates a database for one test, empty or with the whole schema. */
async function newDatabase(from: 'nothing' | 'template'): Promise<Kysely<Tables>> {
  const dataDir = newFolder('adrail-schema-')
  const file = join(dataDir, databaseFileName)
  const database = await createDatabase(databaseUrl, systemRuntime(), from)
  if (database.url === '' && from === 'template') copyFileSync(inject('sqliteTemplate'), file)
  const store = database.url === '' ? openSqlite(file) : openPostgres(database.url)
  onTestFinished(async () => {
    await store.close()
    await database.drop()
  })
  return store.db
}

describe('schema migrations', () => {
  test('are completed by a process whose clock is behind that of the process that began them', async () => {
    const db = await newDatabase('nothing')
    await createMigrator(db).migrateTo('0030_database_state')
    await sql`update kysely_migration set timestamp = '2099-01-01T00:00:00.000Z'
      where name = '0001_foundation'`.execute(db)
    expect(await isSchemaCurrent(db)).toBe(false)
    await migrate(db)
    expect(await isSchemaCurrent(db)).toBe(true)
  })

  test('are each compatible with processes of the release before', async () => {
    const db = await newDatabase('nothing')
    const migrator = createMigrator(db)
    const violations: Record<string, string[]> = {}
    let before = await schemaOf(db)
    for (const name of Object.keys(migrations)) {
      const { error } = await migrator.migrateUp()
      expect(error).toBeUndefined()
      const after = await schemaOf(db)
      const found = hindrances(before, after)
      if (found.length > 0) violations[name] = found
      before = after
    }
    expect(violations).toEqual({})
    expect(before.tables.has('key_allowances')).toBe(true)
  })

  test('keep the combined rate limit of the existing keys of a workspace', async () => {
    const db = await newDatabase('nothing')
    await createMigrator(db).migrateTo('0031_late_checks')
    await sql`insert into workspaces (id, name, created_at) values ('ws_1', '', 0)`.execute(db)
    const insert = (id: string, line: string, revokedAt: number | null) =>
      sql`insert into api_keys (id, workspace_id, name, public_id, secret_hash, scopes, created_at, line, revoked_at)
        values (${id}, 'ws_1', '', ${id}, '', 'read', 0, ${line}, ${revokedAt})`.execute(db)
    await insert('key_1', '', null)
    await insert('key_2', 'key_1', null)
    await insert('key_3', '', 1)
    await insert('key_4', '', null)
    await migrate(db)
    const found = await db.selectFrom('workspaces').select('rated_keys').executeTakeFirstOrThrow()
    expect(found.rated_keys).toBe(2)
  })

  test.each([
    ['a dropped column', 'alter table brands drop column logo_type', 'brands.logo_type is gone'],
    ['a dropped table', 'drop table brands', 'brands.workspace_id is gone'],
    [
      'a unique index on existing rows',
      'create unique index users_by_name on users (name)',
      'users_by_name forbids rows of users that were allowed',
    ],
  ])('fail the compatibility check with %s', async (_, statement, expected) => {
    const db = await newDatabase('template')
    const before = await schemaOf(db)
    await sql.raw(statement).execute(db)
    const found = hindrances(before, await schemaOf(db))
    expect(found).toContain(expected)
  })
})
