import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Raises know the budget that their campaign spends from, so that one which campaigns share counts once. */
export const sharedBudgets: Migration = {
  async up(db: Kysely<unknown>) {
    // Empty for whoever does not know the column: then each campaign counts for itself.
    await db.schema
      .alterTable('raises')
      .addColumn('budget_id', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
  },
}
