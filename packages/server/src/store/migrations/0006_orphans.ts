import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Credentials that outlive their connections, because writes that use them are still open. */
export const orphans: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('operations')
      .addColumn('credential_id', 'text', (added) => added.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createIndex('operations_holding')
      .on('operations')
      .column('credential_id')
      .where(sql<boolean>`state in ('PENDING', 'EXECUTING', 'UNKNOWN')`)
      .execute()
    await db.schema.alterTable('credentials').addColumn('orphaned_at', 'bigint').execute()
    await db.schema
      .createIndex('credentials_orphaned')
      .on('credentials')
      .column('orphaned_at')
      .where('orphaned_at', 'is not', null)
      .execute()
    await db.schema
      .createIndex('credentials_leased')
      .on('credentials')
      .column('lease_until')
      .where(sql<boolean>`lease_until > 0`)
      .execute()
  },
}
