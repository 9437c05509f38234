import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** By which surface a write was asked for; empty where nobody asked, and for what was written before. */
export const surfaces: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['operations', 'audit_entries'])
      await db.schema
        .alterTable(table)
        .addColumn('surface', 'text', (added) => added.notNull().defaultTo(''))
        .execute()
  },
}
