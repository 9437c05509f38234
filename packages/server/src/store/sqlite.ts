// The embedded store: one SQLite file in the data folder, one serving process.

import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely'
import { clampedClock } from '../runtime/runtime.ts'
import type { OnStatement, Store, Tables } from './tables.ts'

export function openSqlite(path: string, onStatement?: OnStatement): Store {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(path, {
    timeout: 5000,
    enableForeignKeyConstraints: true,
  })
  chmodSync(path, 0o600)
  // With FULL, acknowledged writes survive a power cut, not only the death of the process.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory;')
  database.exec('create table if not exists probes (filler blob)')
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: toKyselyDatabase(database) }),
    ...(onStatement
      ? { log: ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis) }
      : {}),
  })
  return {
    db,
    // With one serving process, its own clock is the shared one. The clock is monotonic, even if the wall
    // clock of the machine steps. So a lease neither ends early nor lasts forever.
    get clock() {
      return sql<number>`${Math.floor(clampedClock())}`
    },
    timeline: sql<string>`''`,
    countWaiting: () => 0,
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    // The probe writes more than a page. A database that cannot grow is full, even if its existing pages can
    // still be changed.
    probe: () =>
      db.transaction().execute(async (transaction) => {
        await sql`insert into probes (filler) values (zeroblob(8192))`.execute(transaction)
        await sql`delete from probes`.execute(transaction)
      }),
    readReplication: async () => ({ count: 0, isSynchronous: false }),
    // Kysely does not run SQLite migrations in a transaction. There is one connection, so this transaction
    // contains all of them.
    async changeSchema(change) {
      database.exec('begin immediate')
      try {
        await change(db)
        database.exec('commit')
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    close: () => db.destroy(),
  }
}

/** Adapts Node's SQLite to the driver that Kysely expects. Statements are prepared once. */
function toKyselyDatabase(file: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  const prepare = (text: string): SqliteStatement => {
    const statement = file.prepare(text)
    // Kysely compiles only values of our own tables, and SQLite can bind all of them.
    const bind = (values: readonly unknown[]) => values as SQLInputValue[]
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...bind(values)),
      run(values) {
        // On a full disk SQLite rolls back automatically. A second rollback would fail and hide the cause.
        if (text === 'rollback' && !file.isTransaction) return { changes: 0, lastInsertRowid: 0 }
        return statement.run(...bind(values))
      },
      iterate: (values) => statement.iterate(...bind(values)),
    }
  }
  return {
    close: () => file.close(),
    prepare(text) {
      const cached = prepared.get(text)
      if (cached) return cached
      const statement = prepare(text)
      // Schema changes run once and would only fill the cache.
      if (/^\s*(select|insert|update|delete|with)/i.test(text)) prepared.set(text, statement)
      return statement
    },
  }
}
