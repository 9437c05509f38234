import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The campaigns of all connected ad accounts as of the latest read, and their metrics per day. */
export const mirror: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('mirrors')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('account_name', 'text', (column) => column.notNull())
      .addColumn('currency_code', 'text', (column) => column.notNull())
      .addColumn('time_zone', 'text', (column) => column.notNull())
      .addColumn('look_at', 'bigint', (column) => column.notNull())
      .addColumn('read_at', 'bigint')
      .addColumn('figures_at', 'bigint')
      .addColumn('figures_since', 'text', (column) => column.notNull())
      .addColumn('open_days', 'integer', (column) => column.notNull())
      .addColumn('account_level', 'text', (column) => column.notNull())
      .addColumn('campaign_level', 'text', (column) => column.notNull())
      .addColumn('problem', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    const live = sql<boolean>`ended_at is null`
    await db.schema
      .createIndex('mirrors_of')
      .unique()
      .on('mirrors')
      .columns(['workspace_id', 'user_id', 'platform'])
      .where(live)
      .execute()
    await db.schema
      .createIndex('mirrors_due')
      .on('mirrors')
      .columns(['platform', 'look_at'])
      .where(live)
      .execute()
    await db.schema
      .createIndex('mirrors_ended')
      .on('mirrors')
      .column('ended_at')
      .where(sql<boolean>`ended_at is not null`)
      .execute()

    await db.schema
      .createTable('mirror_campaigns')
      .addColumn('mirror_id', 'text', (column) => column.notNull())
      .addColumn('campaign_id', 'text', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('effective_status', 'text', (column) => column.notNull())
      .addColumn('issues', 'text', (column) => column.notNull())
      .addColumn('daily_budget', 'text', (column) => column.notNull())
      .addColumn('lifetime_budget', 'text', (column) => column.notNull())
      .addColumn('recent', 'text', (column) => column.notNull())
      .addColumn('gone_at', 'bigint')
      .addPrimaryKeyConstraint('mirror_campaigns_pk', ['mirror_id', 'campaign_id'])
      .execute()
    const place = ['user_id', 'platform', 'campaign_id']
    await db.schema
      .createIndex('mirror_campaigns_of')
      .on('mirror_campaigns')
      .columns(['workspace_id', ...place])
      .execute()
    await db.schema
      .createIndex('mirror_campaigns_status')
      .on('mirror_campaigns')
      .columns(['workspace_id', 'status', ...place])
      .execute()

    await db.schema
      .createTable('mirror_days')
      .addColumn('mirror_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('campaign_id', 'text', (column) => column.notNull())
      .addColumn('impressions', 'bigint', (column) => column.notNull())
      .addColumn('clicks', 'bigint', (column) => column.notNull())
      .addColumn('spend', 'text', (column) => column.notNull())
      .addColumn('conversions', 'text', (column) => column.notNull())
      .addColumn('conversions_value', 'text', (column) => column.notNull())
      .addColumn('leads', 'text', (column) => column.notNull())
      .addColumn('video_views', 'bigint')
      .addColumn('attribution', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('mirror_days_pk', ['mirror_id', 'day', 'campaign_id'])
      .execute()
  },
}
