import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Responses of platforms that are the same for all users, cached for all processes. */
export const lookups: Migration = {
  async up(db: Kysely<unknown>) {
    const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    const table = db.schema.createTable('lookups')
    // Unlogged: after a crash of the database all responses can be requested again.
    await (onPostgres ? table.modifyFront(sql`unlogged`) : table)
      .addColumn('name_hash', 'text', (column) => column.primaryKey())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('asked_by', 'text', (column) => column.notNull())
      .addColumn('keep_until', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('lookups_ending').on('lookups').columns(['keep_until', 'name_hash']).execute()
  },
}
