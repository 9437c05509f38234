import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Workspaces, their API keys and their users. */
export const foundation: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('workspaces')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) =>
        column.notNull().references('workspaces.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('public_id', 'text', (column) => column.notNull().unique())
      .addColumn('secret_hash', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .execute()
    await db.schema.createIndex('api_keys_workspace').on('api_keys').column('workspace_id').execute()

    await db.schema
      .createTable('users')
      .addColumn('workspace_id', 'text', (column) =>
        column.notNull().references('workspaces.id').onDelete('cascade'),
      )
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('external_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('users_key', ['workspace_id', 'id'])
      .execute()
    await db.schema
      .createIndex('users_external_id')
      .on('users')
      .unique()
      .columns(['workspace_id', 'external_id'])
      .where('external_id', '<>', sql.lit(''))
      .execute()
    await db.schema
      .createIndex('users_newest')
      .on('users')
      .columns(['workspace_id', 'created_at', 'id'])
      .execute()
  },
}
