import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { noteChanges } from './changeTriggers.ts'

/**
 * What workspaces are told, numbered in the order of its commits, and for which end of a credential it was told; and what
 * processes have to forget.
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
    // 0 also while a process of the release before, which tells nothing, writes the row.
    await db.schema
      .alterTable('audit_heads')
      .addColumn('event_seq', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
      .execute()
    await db.schema.alterTable('credentials').addColumn('end_told', 'bigint').execute()
    await noteChanges(db)
  },
}
