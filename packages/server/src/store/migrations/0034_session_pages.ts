import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sessions of the approve page beside those of the console, with what a list of sessions shows. */
export const sessionPages: Migration = {
  async up(db: Kysely<unknown>) {
    // A process of the release before only starts sessions of the console, and does not know the other columns.
    const added = [
      ['page', 'text', 'console'],
      ['workspace_id', 'text', ''],
      ['address', 'text', ''],
      ['proved_at', 'bigint', 0],
    ] as const
    for (const [name, type, value] of added)
      await db.schema
        .alterTable('console_sessions')
        .addColumn(name, type, (column) => column.notNull().defaultTo(sql.lit(value)))
        .execute()
    await sql`update console_sessions set workspace_id =
      coalesce((select workspace_id from api_keys where api_keys.id = console_sessions.key_id), '')`.execute(
      db,
    )
    await db.schema
      .createIndex('console_sessions_workspace')
      .on('console_sessions')
      .columns(['workspace_id', 'id_hash'])
      .execute()
  },
}
