import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An index that finds leads by the platform's id over all users. */
export const namedLeads: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('leads_named').on('leads').columns(['platform', 'upstream_id']).execute()
  },
}
