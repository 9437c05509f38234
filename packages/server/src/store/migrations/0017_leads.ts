import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Connections whose leads are read, and the leads. */
export const leads: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('lead_sources')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('hook_token', 'text', (column) => column.notNull())
      .addColumn('hook_key', 'text', (column) => column.notNull())
      .addColumn('told', 'integer', (column) => column.notNull())
      .addColumn('look_at', 'bigint', (column) => column.notNull())
      .addColumn('read_at', 'bigint')
      .addColumn('read_until', 'bigint', (column) => column.notNull())
      .addColumn('problem', 'text', (column) => column.notNull())
      .addColumn('lease_owner', 'text', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    const live = sql<boolean>`ended_at is null`
    await db.schema
      .createIndex('lead_sources_of')
      .unique()
      .on('lead_sources')
      .columns(['workspace_id', 'user_id', 'platform'])
      .where(live)
      .execute()
    await db.schema
      .createIndex('lead_sources_due')
      .on('lead_sources')
      .columns(['platform', 'look_at'])
      .where(live)
      .execute()
    await db.schema
      .createIndex('lead_sources_subject')
      .on('lead_sources')
      .columns(['platform', 'subject'])
      .where(live)
      .execute()
    await db.schema
      .createIndex('lead_sources_hook')
      .unique()
      .on('lead_sources')
      .column('hook_token')
      .execute()
    await db.schema
      .createIndex('lead_sources_leased')
      .on('lead_sources')
      .column('id')
      .where(sql<boolean>`lease_owner <> ''`)
      .execute()
    await db.schema
      .createIndex('lead_sources_ended')
      .on('lead_sources')
      .column('ended_at')
      .where(sql<boolean>`ended_at is not null`)
      .execute()

    await db.schema
      .createTable('leads')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('source_id', 'text', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('upstream_id', 'text', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('form_id', 'text', (column) => column.notNull())
      .addColumn('campaign_id', 'text', (column) => column.notNull())
      .addColumn('ad_group_id', 'text', (column) => column.notNull())
      .addColumn('ad_id', 'text', (column) => column.notNull())
      .addColumn('is_test', 'integer', (column) => column.notNull())
      .addColumn('submitted_at', 'bigint', (column) => column.notNull())
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('erase_at', 'bigint', (column) => column.notNull())
      .addColumn('forget_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('leads_once')
      .unique()
      .on('leads')
      .columns(['source_id', 'upstream_id'])
      .execute()
    const lists = { user: [], platform: ['platform'], form: ['form_id'], campaign: ['campaign_id'] }
    for (const [name, columns] of Object.entries(lists))
      await db.schema
        .createIndex(`leads_of_${name}`)
        .on('leads')
        .columns(['workspace_id', 'user_id', ...columns, 'seq'])
        .execute()
    await db.schema
      .createIndex('leads_to_erase')
      .on('leads')
      .columns(['platform', 'erase_at'])
      .where(sql<boolean>`content <> ''`)
      .execute()
    await db.schema.createIndex('leads_to_forget').on('leads').columns(['platform', 'forget_at']).execute()
  },
}
