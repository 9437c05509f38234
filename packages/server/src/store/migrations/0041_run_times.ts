import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** From when to when campaigns run. The earlier release writes rows without them; the next look fills them in. */
export const runTimes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['starts_at', 'ends_at'])
      await db.schema.alterTable('mirror_campaigns').addColumn(column, 'bigint').execute()
  },
}
