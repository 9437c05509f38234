import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Spend limits, freezes, and the raises of the last day that limits count. */
export const spend: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('spend_limits')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('limits', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('spend_limits_pk', ['workspace_id', 'subject'])
      .execute()
    await db.schema
      .createTable('freezes')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('frozen_by', 'text', (column) => column.notNull())
      .addColumn('frozen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('freezes_pk', ['workspace_id', 'subject'])
      .execute()
    await db.schema
      .createTable('spend_heads')
      .addColumn('workspace_id', 'text', (column) => column.primaryKey())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('raises')
      .addColumn('operation_id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('campaign_id', 'text', (column) => column.notNull())
      .addColumn('from_micros', 'text', (column) => column.notNull())
      .addColumn('day_micros', 'text', (column) => column.notNull())
      .addColumn('runs', 'integer', (column) => column.notNull())
      .addColumn('is_creation', 'integer', (column) => column.notNull())
      .addColumn('reserved_at', 'bigint', (column) => column.notNull())
      .addColumn('settled_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('raises_account')
      .on('raises')
      .columns(['workspace_id', 'platform', 'account_id', 'reserved_at'])
      .execute()
    await db.schema
      .createIndex('raises_creations')
      .on('raises')
      .columns(['workspace_id', 'reserved_at'])
      .where(sql<boolean>`is_creation = 1`)
      .execute()
    await db.schema.createIndex('raises_reserved').on('raises').column('reserved_at').execute()
  },
}
