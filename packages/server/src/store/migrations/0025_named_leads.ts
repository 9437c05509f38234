import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Leads can be found by what their platform calls them, whoever has them. */
export const namedLeads: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('leads_named').on('leads').columns(['platform', 'upstream_id']).execute()
  },
}
