import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { noteChanges } from './changeTriggers.ts'

/**
 * The events of workspaces, numbered in the order of their commits, and the expiry that users were notified
 * of. Also the changes that invalidate caches of processes.
 */
export const events: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('events')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('occurred_at', 'bigint', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('events_pk', ['workspace_id', 'seq'])
      .execute()
    await db.schema
      .createIndex('events_of_user')
      .on('events')
      .columns(['workspace_id', 'user_id', 'seq'])
      .where(sql<boolean>`user_id is not null`)
      .execute()
    // The default 0 also applies while a process of the previous release, which emits no events, writes the
    // row.
    await db.schema
      .alterTable('audit_heads')
      .addColumn('event_seq', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
      .execute()
    await db.schema.alterTable('credentials').addColumn('end_told', 'bigint').execute()
    await noteChanges(db)
  },
}
