import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Console sessions: a browser, identified by the hash of its cookie, acts with the rights of a key. */
export const sessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('console_sessions')
      .addColumn('id_hash', 'text', (column) => column.primaryKey())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('console_sessions_seen')
      .on('console_sessions')
      .columns(['seen_at', 'id_hash'])
      .execute()
  },
}
