import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Indexes that list campaigns by name and by status, of one user or of all, and of one status or of all. */
export const campaignOrder: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('mirror_campaigns')
      .addColumn('sort_name', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
    await sql`update mirror_campaigns set sort_name = lower(substr(name, 1, 200))`.execute(db)
    const orders = {
      name: ['sort_name', 'user_id', 'platform', 'campaign_id'],
      status_name: ['status', 'sort_name', 'user_id', 'platform', 'campaign_id'],
      user_name: ['user_id', 'sort_name', 'platform', 'campaign_id'],
      user_status: ['user_id', 'status', 'sort_name', 'platform', 'campaign_id'],
    }
    for (const [name, columns] of Object.entries(orders))
      await db.schema
        .createIndex(`mirror_campaigns_by_${name}`)
        .on('mirror_campaigns')
        .columns(['workspace_id', ...columns])
        .execute()
  },
}
