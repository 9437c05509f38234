import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds the first key of the line to which an API key belongs, so that a successor is distinguished from an
 * unrelated key.
 */
export const keyLines: Migration = {
  async up(db: Kysely<unknown>) {
    // Empty for the first key of a line, and in rows of releases that do not know the column.
    await db.schema
      .alterTable('api_keys')
      .addColumn('line', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
  },
}
