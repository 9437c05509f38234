import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What operators look at: figures, and lists of writes and connections, without a walk through everything. */
export const seeing: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('credentials_health')
      .on('credentials')
      .columns(['platform', 'health'])
      .execute()
    // State by state, newest first: lists of one state and of several are read from the same index.
    await db.schema
      .createIndex('operations_of_state')
      .on('operations')
      .columns(['workspace_id', 'state', 'created_at', 'id'])
      .execute()
    await db.schema
      .createIndex('operations_of_user')
      .on('operations')
      .columns(['workspace_id', 'user_id', 'state', 'created_at', 'id'])
      .execute()
    await db.schema
      .createIndex('connections_newest')
      .on('connections')
      .columns(['workspace_id', 'created_at', 'id'])
      .execute()
  },
}
