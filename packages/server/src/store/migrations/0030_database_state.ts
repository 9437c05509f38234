import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which database this is, when it last lost writes, and secrets of the service itself. */
export const databaseState: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('database_state')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('timeline', 'text', (column) => column.notNull())
      .addColumn('lost_at', 'bigint')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('reported_to', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('service_secrets')
      .addColumn('id', 'text', (column) => column.primaryKey())
      // Secrets are bound to a workspace. These belong to none, so the column is empty.
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .execute()
    const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    if (onPostgres) await sql.raw(timelineFunction).execute(db)
    const timeline = onPostgres ? sql`database_timeline()` : sql.lit('')
    await sql`
      insert into database_state (id, timeline, reason, reported_to) values ('state', ${timeline}, '', '')`.execute(
      db,
    )
  },
}

/**
 * The timeline of the server: PostgreSQL gives a standby a new one when it is promoted
 * (https://www.postgresql.org/docs/15/continuous-archiving.html#BACKUP-TIMELINES). The name of a WAL file
 * begins with it. `pg_control_checkpoint()` lags behind a promotion until the next checkpoint. Empty where
 * the server does not report the name, such as services that replace the WAL: no statement fails because of
 * that.
 */
const timelineFunction = `
  create function database_timeline() returns text language plpgsql as $$
  begin
    return substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8);
  exception when others then
    return '';
  end $$`
