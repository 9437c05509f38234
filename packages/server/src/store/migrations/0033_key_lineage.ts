import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which API keys created or rotated other keys, and what follows for counts and rates. Keys from before have no known creator. */
export const keyLineage: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('key_creators')
      .addColumn('line', 'text', (column) => column.notNull().references('api_keys.id').onDelete('cascade'))
      .addColumn('creator', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('key_creators_key', ['line', 'creator'])
      .execute()
    // Empty for keys that are counted with their own line, and in rows of earlier releases.
    await db.schema
      .alterTable('api_keys')
      .addColumn('counted_with', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute()
    await db.schema
      .alterTable('workspaces')
      .addColumn('rated_keys', 'integer', (column) => column.notNull().defaultTo(sql.lit(0)))
      .execute()
    // The keys that exist keep the rate that they have together.
    await sql`update workspaces set rated_keys = (
      select count(distinct case line when '' then id else line end) from api_keys
      where api_keys.workspace_id = workspaces.id and revoked_at is null)`.execute(db)
  },
}
