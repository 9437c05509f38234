import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What each API key has left of its limits over all processes, and which process holds a slice of it. */
export const keyAllowances: Migration = {
  async up(db: Kysely<unknown>) {
    const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    const table = db.schema.createTable('key_allowances')
    // Unlogged: written often, and worth nothing after a crash of the database, when every allowance is whole again.
    await (onPostgres ? table.modifyFront(sql`unlogged`) : table)
      .addColumn('key_id', 'text', (column) => column.primaryKey())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('requests', 'double precision', (column) => column.notNull())
      .addColumn('counted_at', 'bigint', (column) => column.notNull())
      .addColumn('slices', 'text', (column) => column.notNull())
      .execute()
  },
}
