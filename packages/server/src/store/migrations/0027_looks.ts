import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What is due is asked platform by platform. By the time alone, SQLite rather went through all of a platform and sorted them. */
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
