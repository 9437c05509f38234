import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creations that were sent more than once: an earlier try may still be carried out. */
export const lateChecks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('late_checks')
      .addColumn('operation_id', 'text', (column) =>
        column.notNull().references('operations.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('resent_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('leftovers', 'text', (column) => column.notNull())
      .addColumn('fence', 'integer', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('late_checks_key', ['operation_id', 'number'])
      .execute()
    await db.schema.createIndex('late_checks_due').on('late_checks').column('due_at').execute()
  },
}
