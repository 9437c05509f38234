import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which account a write was planned for, and why one needs somebody's attention. */
export const pins: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['pin', 'reason'])
      await db.schema
        .alterTable('operations')
        .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
        .execute()
  },
}
