import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The allowance that each API key has left over all processes, and the slices of the processes. */
export const keyAllowances: Migration = {
  async up(db: Kysely<unknown>) {
    const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    const table = db.schema.createTable('key_allowances')
    // Unlogged: the table is written often, and worthless after a crash of the database, when every allowance
    // is full again.
    await (onPostgres ? table.modifyFront(sql`unlogged`) : table)
      .addColumn('key_id', 'text', (column) => column.primaryKey())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('requests', 'double precision', (column) => column.notNull())
      .addColumn('counted_at', 'bigint', (column) => column.notNull())
      .addColumn('slices', 'text', (column) => column.notNull())
      .execute()
  },
}
