import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Links (attempts), credentials (tokens of one person at a platform) and connections (what a finished link leaves). */
export const linking: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('workspaces')
      .addColumn('loopback_redirects', 'integer', (column) => column.notNull().defaultTo(sql.lit(0)))
      .execute()

    await db.schema
      .createTable('redirect_uris')
      .addColumn('workspace_id', 'text', (column) =>
        column.notNull().references('workspaces.id').onDelete('cascade'),
      )
      .addColumn('uri', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('redirect_uris_key', ['workspace_id', 'uri'])
      .execute()

    await db.schema
      .createTable('links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('redirect_uri', 'text', (column) => column.notNull())
      .addColumn('caller_state', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('error_code', 'text', (column) => column.notNull())
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('state_hash', 'text', (column) => column.unique())
      .addColumn('pkce_verifier', 'text', (column) => column.notNull())
      .addColumn('draft', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addForeignKeyConstraint(
        'links_user',
        ['workspace_id', 'user_id'],
        'users',
        ['workspace_id', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('links_of_user')
      .on('links')
      .columns(['workspace_id', 'user_id', 'created_at'])
      .execute()

    await db.schema
      .createTable('credentials')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) =>
        column.notNull().references('workspaces.id').onDelete('cascade'),
      )
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('upstream_user_id', 'text', (column) => column.notNull())
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('access_token', 'text', (column) => column.notNull())
      .addColumn('refresh_token', 'text', (column) => column.notNull())
      .addColumn('issued_at', 'bigint', (column) => column.notNull())
      .addColumn('access_expires_at', 'bigint')
      .addColumn('refresh_expires_at', 'bigint')
      .addColumn('data_access_expires_at', 'bigint')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('lease_owner', 'text', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('health', 'text', (column) => column.notNull())
      .addColumn('health_reason', 'text', (column) => column.notNull())
      .addColumn('fail_count', 'integer', (column) => column.notNull())
      .addColumn('retry_at', 'bigint', (column) => column.notNull())
      .addColumn('refreshed_at', 'bigint', (column) => column.notNull())
      .addColumn('inspected_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('credentials_person', ['workspace_id', 'platform', 'upstream_user_id'])
      .execute()

    await db.schema
      .createTable('connections')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('credential_id', 'text', (column) => column.notNull().references('credentials.id'))
      .addColumn('selection', 'text', (column) => column.notNull())
      .addColumn('page_token', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('connections_key', ['workspace_id', 'user_id', 'platform'])
      .addForeignKeyConstraint(
        'connections_user',
        ['workspace_id', 'user_id'],
        'users',
        ['workspace_id', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
    await db.schema.createIndex('connections_credential').on('connections').column('credential_id').execute()
  },
}
