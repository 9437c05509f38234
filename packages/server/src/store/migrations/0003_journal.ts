import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The journal of writes, and the audit entries. */
export const journal: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('operations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) =>
        column.notNull().references('workspaces.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text')
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('marker', 'text', (column) => column.notNull().unique())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('fence', 'integer', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_run_at', 'bigint', (column) => column.notNull())
      .addColumn('deadline_at', 'bigint', (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('results', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('operations_idempotency')
      .on('operations')
      .unique()
      .columns(['workspace_id', 'idempotency_key'])
      .where('idempotency_key', 'is not', null)
      .execute()
    // At most one write at a time per target, over all processes.
    await db.schema
      .createIndex('operations_target')
      .on('operations')
      .unique()
      .columns(['workspace_id', 'target'])
      .where(sql<boolean>`target <> '' and state in ('PENDING', 'EXECUTING', 'UNKNOWN')`)
      .execute()
    // Without a key, equal requests at the same time are one operation.
    await db.schema
      .createIndex('operations_equal_open')
      .on('operations')
      .unique()
      .columns(['workspace_id', 'fingerprint'])
      .where(sql<boolean>`idempotency_key is null and state in ('PENDING', 'EXECUTING', 'UNKNOWN')`)
      .execute()
    await db.schema
      .createIndex('operations_open')
      .on('operations')
      .column('next_run_at')
      .where(sql<boolean>`state in ('PENDING', 'EXECUTING', 'UNKNOWN')`)
      .execute()
    await db.schema
      .createIndex('operations_equal')
      .on('operations')
      .columns(['workspace_id', 'fingerprint', 'created_at'])
      .execute()

    await db.schema
      .createTable('operation_steps')
      .addColumn('operation_id', 'text', (column) =>
        column.notNull().references('operations.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('fence', 'integer', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('intent_at', 'bigint', (column) => column.notNull())
      .addColumn('settled_at', 'bigint')
      .addPrimaryKeyConstraint('operation_steps_key', ['operation_id', 'number'])
      .execute()

    await db.schema
      .createTable('audit_entries')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('operation_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('before', 'text', (column) => column.notNull())
      .addColumn('after', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('audit_entries_key', ['workspace_id', 'number'])
      .execute()
    // The head of each chain: the last entry, and the number of entries.
    await db.schema
      .createTable('audit_heads')
      .addColumn('workspace_id', 'text', (column) => column.primaryKey())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute()
  },
}
