import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Images that callers upload for new ads, in chunks, and the bytes that each workspace uses. */
export const uploadedImages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('images')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) =>
        column.notNull().references('workspaces.id').onDelete('cascade'),
      )
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('images_by_workspace').on('images').columns(['workspace_id', 'id']).execute()
    await db.schema.createIndex('images_by_expiry').on('images').columns(['expires_at', 'id']).execute()
    await db.schema
      .createTable('image_chunks')
      .addColumn('image_id', 'text', (column) => column.notNull().references('images.id').onDelete('cascade'))
      .addColumn('number', 'integer', (column) => column.notNull())
      // SQLite stores binary values unchanged in a column of any type.
      .addColumn('bytes', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('image_chunks_key', ['image_id', 'number'])
      .execute()
    await db.schema
      .createTable('image_usage')
      .addColumn('workspace_id', 'text', (column) =>
        column.primaryKey().references('workspaces.id').onDelete('cascade'),
      )
      .addColumn('size', 'bigint', (column) => column.notNull())
      .execute()
  },
}
