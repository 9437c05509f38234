// The embedded store: one SQLite file in the data folder, one serving process.

import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely'
import { evenTime } from '../base/runtime.ts'
import type { OnStatement, Store, Tables } from './tables.ts'

export function openSqlite(path: string, onStatement?: OnStatement): Store {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(path, {
    timeout: 5000,
    enableForeignKeyConstraints: true,
  })
  chmodSync(path, 0o600)
  // FULL: what was acknowledged survives a power cut, not only the death of the process.
  file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory;')
  file.exec('create table if not exists probes (filler blob)')
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: adapt(file) }),
    ...(onStatement
      ? { log: ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis) }
      : {}),
  })
  return {
    db,
    // There is one serving process, so its own clock is the one that all share. It goes on evenly, whatever is done to the
    // machine's: a lease neither ends early nor lasts for ever.
    get clock() {
      return sql<number>`${Math.floor(evenTime())}`
    },
    timeline: sql<string>`''`,
    waiting: () => 0,
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    // More than a page: a database that cannot grow is full, even though what it has can still be changed.
    probe: () =>
      db.transaction().execute(async (transaction) => {
        await sql`insert into probes (filler) values (zeroblob(8192))`.execute(transaction)
        await sql`delete from probes`.execute(transaction)
      }),
    standbys: async () => ({ count: 0, isSynchronous: false }),
    // Kysely does not migrate SQLite in a transaction by itself. There is one connection, so this one holds them all.
    async changeSchema(change) {
      file.exec('begin immediate')
      try {
        await change(db)
        file.exec('commit')
      } catch (error) {
        file.exec('rollback')
        throw error
      }
    },
    close: () => db.destroy(),
  }
}

/** Node's own SQLite in the form in which Kysely expects a driver. Statements are prepared once. */
function adapt(file: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  const prepare = (text: string): SqliteStatement => {
    const statement = file.prepare(text)
    // Kysely compiles values of our own tables only, all of which SQLite can bind.
    const bind = (values: readonly unknown[]) => values as SQLInputValue[]
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...bind(values)),
      run(values) {
        // On a full disk SQLite rolls back by itself; a failure to do it again would hide what happened.
        if (text === 'rollback' && !file.isTransaction) return { changes: 0, lastInsertRowid: 0 }
        return statement.run(...bind(values))
      },
      iterate: (values) => statement.iterate(...bind(values)),
    }
  }
  return {
    close: () => file.close(),
    prepare(text) {
      const known = prepared.get(text)
      if (known) return known
      const statement = prepare(text)
      // Schema changes are run once and would only fill the memory.
      if (/^\s*(select|insert|update|delete|with)/i.test(text)) prepared.set(text, statement)
      return statement
    },
  }
}
