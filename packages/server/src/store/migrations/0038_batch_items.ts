import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The campaigns that a write about many of them changes, each by a write of its own. */
export const batchItems: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('batch_items')
      .addColumn('operation_id', 'text', (column) =>
        column.notNull().references('operations.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('campaign_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('write_id', 'text', (column) => column.notNull())
      .addColumn('undone_id', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('error', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('batch_items_key', ['operation_id', 'number'])
      .execute()
    // An undo looks for writes of the same campaign that ended later.
    await db.schema
      .createIndex('operations_of_target')
      .on('operations')
      .columns(['workspace_id', 'target', 'lease_until'])
      .where(sql<boolean>`target <> '' and state = 'SUCCEEDED'`)
      .execute()
  },
}
