import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Approval rules with the limits of the same subjects, and the writes that need approval. */
export const approvals: Migration = {
  async up(db: Kysely<unknown>) {
    // The default is for releases that do not know the column: then no write needs approval.
    await db.schema
      .alterTable('spend_limits')
      .addColumn('approval', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
    await db.schema
      .createTable('approvals')
      .addColumn('operation_id', 'text', (column) =>
        column.primaryKey().references('operations.id').onDelete('cascade'),
      )
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('plan_hash', 'text', (column) => column.notNull())
      .addColumn('currency_code', 'text', (column) => column.notNull())
      .addColumn('from_day_micros', 'text', (column) => column.notNull())
      .addColumn('to_day_micros', 'text', (column) => column.notNull())
      .addColumn('requested_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('approvals_of')
      .on('approvals')
      .columns(['workspace_id', 'operation_id'])
      .execute()
    await db.schema
      .createIndex('approvals_of_user')
      .on('approvals')
      .columns(['workspace_id', 'user_id', 'platform'])
      .execute()
    await db.schema.createIndex('approvals_expiring').on('approvals').column('expires_at').execute()
  },
}
