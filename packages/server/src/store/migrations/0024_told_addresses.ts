import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds the address to which a platform sends lead notifications of a source, so that the subscription can be
 * moved to another address.
 */
export const toldAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    // The default is for releases that do not know the column: then adrail subscribes once more.
    await db.schema
      .alterTable('lead_sources')
      .addColumn('told_address', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
  },
}
