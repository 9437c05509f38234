import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The encrypted columns at the time of this migration. */
const sealedColumns = [
  ['credentials', 'access_token'],
  ['credentials', 'refresh_token'],
  ['connections', 'page_token'],
  ['links', 'caller_state'],
  ['links', 'pkce_verifier'],
  ['links', 'draft'],
] as const

/** Adds indexes for every lookup, so that no query reads more rows when a table grows. */
export const growth: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('api_keys_of').on('api_keys').columns(['workspace_id', 'id']).execute()
    await db.schema.createIndex('links_ended').on('links').column('expires_at').execute()
    await db.schema.createIndex('connections_id').on('connections').column('id').execute()

    await db.schema
      .createIndex('credentials_upstream')
      .on('credentials')
      .columns(['platform', 'upstream_user_id'])
      .execute()
    // The default 0 is for releases that do not know the column: such a row is checked soon.
    await db.schema
      .alterTable('credentials')
      .addColumn('look_at', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
      .execute()
    await db.schema.createIndex('credentials_due').on('credentials').column('look_at').execute()

    await db.schema.createIndex('operations_begun').on('operations').column('created_at').execute()
    await db.schema
      .createIndex('operations_attention')
      .on('operations')
      .column('next_run_at')
      .where(sql<boolean>`state in ('NEEDS_ATTENTION')`)
      .execute()
    await db.schema
      .createIndex('operations_telling')
      .on('operations')
      .columns(['workspace_id', 'user_id'])
      .where(sql<boolean>`request <> '{}'`)
      .execute()

    await db.schema
      .createTable('erasures')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('erasures_key', ['workspace_id', 'user_id'])
      .execute()
    await sql`
      insert into erasures (workspace_id, user_id, deleted_at)
      select distinct workspace_id, user_id, 0 from operations
      where request <> '{}' and user_id <> '' and not exists (
        select 1 from users where users.workspace_id = operations.workspace_id and users.id = operations.user_id
      )`.execute(db)

    await db.schema
      .createTable('sealing_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .execute()
    for (const [table, column] of sealedColumns) await noteKeys(db, table, column)
  },
}

/** Finds the key ids in use one after another, by the next value under another key: there are few keys. */
async function noteKeys(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ sealed: string }>`
      select ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} <> '' and not exists (
        select 1 from sealing_keys where ${sql.ref(column)} like sealing_keys.id || '.%'
      ) limit 1`.execute(db)
    const [id] = rows[0]?.sealed.split('.', 1) ?? []
    if (id === undefined) return
    await sql`insert into sealing_keys (id) values (${id})`.execute(db)
  }
}
