import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The brand of a workspace on the connect pages. */
export const brands: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('brands')
      .addColumn('workspace_id', 'text', (column) => column.primaryKey().references('workspaces.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('colour', 'text', (column) => column.notNull())
      .addColumn('privacy_url', 'text', (column) => column.notNull())
      .addColumn('support_url', 'text', (column) => column.notNull())
      .addColumn('logo_hash', 'text', (column) => column.notNull())
      .addColumn('logo_type', 'text', (column) => column.notNull())
      .addColumn('logo', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('brands_logo').on('brands').column('logo_hash').execute()
  },
}
