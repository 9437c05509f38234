import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Addresses of lead hooks that are stored in clear, as earlier releases stored all of them. */
export const hiddenHooks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('lead_sources_clear')
      .on('lead_sources')
      .column('id')
      .where(sql<boolean>`substr(hook_token, 1, 1) <> '~'`)
      .execute()
  },
}
