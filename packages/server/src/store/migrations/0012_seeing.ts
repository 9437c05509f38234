import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Indexes for metrics, and for lists of writes and connections, so that no query scans whole tables. */
export const seeing: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('credentials_health')
      .on('credentials')
      .columns(['platform', 'health'])
      .execute()
    // By state, newest first: lists of one state and of several states use the same index.
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
