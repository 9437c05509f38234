import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the budget that the campaign of a raise spends from, so that a shared budget counts once. */
export const sharedBudgets: Migration = {
  async up(db: Kysely<unknown>) {
    // The default is for releases that do not know the column: then each campaign counts separately.
    await db.schema
      .alterTable('raises')
      .addColumn('budget_id', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
  },
}
