import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Several users of a workspace can link one ad account: lists look up who did. */
export const sharedAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('mirrors_account')
      .on('mirrors')
      .columns(['workspace_id', 'platform', 'account_id', 'user_id'])
      .where(sql<boolean>`ended_at is null`)
      .execute()
  },
}
