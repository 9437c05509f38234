import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Webhook endpoints and deliveries, and an index of events by their id, which begins with the time. */
export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('webhook_endpoints')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('types', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('secrets', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('again_until', 'bigint', (column) => column.notNull())
      .addColumn('failing_since', 'bigint')
      .addColumn('lease_owner', 'text', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('webhook_endpoints_of')
      .on('webhook_endpoints')
      .columns(['workspace_id', 'id'])
      .execute()

    await db.schema
      .createTable('webhook_deliveries')
      .addColumn('endpoint_id', 'text', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('attempted_at', 'bigint')
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('problem', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('webhook_deliveries_key', ['endpoint_id', 'seq'])
      .execute()
    // Contains only pending deliveries, however many were sent.
    await db.schema
      .createIndex('webhook_deliveries_due')
      .on('webhook_deliveries')
      .columns(['endpoint_id', 'next_at'])
      .where(sql<boolean>`state = 'pending'`)
      .execute()
    await db.schema
      .createIndex('webhook_deliveries_in_state')
      .on('webhook_deliveries')
      .columns(['endpoint_id', 'state', 'seq'])
      .execute()
    await db.schema
      .createIndex('webhook_deliveries_old')
      .on('webhook_deliveries')
      .column('created_at')
      .execute()
    await db.schema.createIndex('events_id').on('events').columns(['workspace_id', 'id']).execute()
  },
}
