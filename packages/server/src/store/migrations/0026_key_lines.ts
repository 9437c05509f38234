import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** API keys know the first key of the line that they follow in, so that a successor is told from another key. */
export const keyLines: Migration = {
  async up(db: Kysely<unknown>) {
    // Empty for the first of a line, and for whoever does not know the column.
    await db.schema
      .alterTable('api_keys')
      .addColumn('line', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
  },
}
