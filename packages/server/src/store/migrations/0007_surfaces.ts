import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The surface through which a write was requested. Empty where no request caused it, and in earlier rows. */
export const surfaces: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['operations', 'audit_entries'])
      await db.schema
        .alterTable(table)
        .addColumn('surface', 'text', (added) => added.notNull().defaultTo(''))
        .execute()
  },
}
