import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The sentence that belongs to the error code of the latest reading of leads. */
export const leadErrors: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('lead_sources')
      .addColumn('error', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
  },
}
