import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The account that a write was planned for, and why a write needs attention. */
export const pins: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['pin', 'reason'])
      await db.schema
        .alterTable('operations')
        .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
        .execute()
  },
}
