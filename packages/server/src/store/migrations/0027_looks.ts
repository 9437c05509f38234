import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Indexes of due rows by platform and time. With an index by time only, SQLite read and sorted all rows of a
 * platform.
 */
export const looks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('credentials_to_look_at')
      .on('credentials')
      .columns(['platform', 'look_at'])
      .execute()
    await db.schema.dropIndex('credentials_due').execute()
  },
}
