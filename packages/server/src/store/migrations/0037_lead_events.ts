import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** From when on a lead is sent as an event: since an account was first linked, and after that since its reading stopped. */
export const leadEvents: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('lead_sources')
      .addColumn('events_subject', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
    for (const name of ['linked_at', 'events_from', 'resume_from'])
      await db.schema
        .alterTable('lead_sources')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
        .execute()
    await db.schema
      .createTable('lead_positions')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('events_from', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('lead_positions_key', ['workspace_id', 'platform', 'subject'])
      .execute()
    await db.schema
      .createTable('received_leads')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('upstream_id', 'text', (column) => column.notNull())
      .addColumn('forget_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('received_leads_key', ['workspace_id', 'platform', 'subject', 'upstream_id'])
      .execute()
    await db.schema
      .createIndex('received_leads_to_forget')
      .on('received_leads')
      .columns(['platform', 'forget_at'])
      .execute()
    await db.schema
      .alterTable('workspaces')
      .addColumn('lead_history_events', 'integer', (column) => column.notNull().defaultTo(sql.lit(0)))
      .execute()
    // Leads without an event take numbers, too. So the first number that is left no longer shows what was deleted.
    await db.schema
      .alterTable('audit_heads')
      .addColumn('events_pruned_to', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
      .execute()
    await sql`update audit_heads set events_pruned_to = coalesce(
      (select min(seq) - 1 from events where events.workspace_id = audit_heads.workspace_id), event_seq)`.execute(
      db,
    )
    const lists = { user: [], platform: ['platform'], form: ['form_id'], campaign: ['campaign_id'] }
    for (const [name, columns] of Object.entries(lists))
      await db.schema
        .createIndex(`leads_newest_of_${name}`)
        .on('leads')
        .columns(['workspace_id', 'user_id', ...columns, 'submitted_at', 'id'])
        .execute()
  },
}
