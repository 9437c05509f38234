import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Requests to delete a person's data, as a platform forwards them, until after they were carried out. */
export const deletions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('deletions')
      .addColumn('code', 'text', (column) => column.primaryKey())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('upstream_user_id', 'text', (column) => column.notNull())
      .addColumn('requested_at', 'bigint', (column) => column.notNull())
      .addColumn('done_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('deletions_open')
      .on('deletions')
      .column('requested_at')
      .where(sql<boolean>`done_at is null`)
      .execute()
  },
}
