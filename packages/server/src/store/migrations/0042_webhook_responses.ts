import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The beginning of what an endpoint responded to the latest attempt. */
export const webhookResponses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('webhook_deliveries')
      .addColumn('response', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
  },
}
