import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sources of leads know the address at which their platform tells of them, so that it can be moved to another. */
export const toldAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    // Empty for whoever does not know the column: then the platform is asked once more.
    await db.schema
      .alterTable('lead_sources')
      .addColumn('told_address', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
  },
}
