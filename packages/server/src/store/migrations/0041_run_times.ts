import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The start and the end of campaigns. The earlier release writes rows without them, and the next read adds
 * them.
 */
export const runTimes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['starts_at', 'ends_at'])
      await db.schema.alterTable('mirror_campaigns').addColumn(column, 'bigint').execute()
  },
}
