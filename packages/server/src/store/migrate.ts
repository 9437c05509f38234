import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { foundation } from './migrations/0001_foundation.ts'
import { linking } from './migrations/0002_linking.ts'
import { journal } from './migrations/0003_journal.ts'
import { pins } from './migrations/0004_pins.ts'
import { growth } from './migrations/0005_growth.ts'
import { orphans } from './migrations/0006_orphans.ts'
import { surfaces } from './migrations/0007_surfaces.ts'
import { deletions } from './migrations/0008_deletions.ts'
import { events } from './migrations/0009_events.ts'
import { webhooks } from './migrations/0010_webhooks.ts'
import { brands } from './migrations/0011_brands.ts'
import { seeing } from './migrations/0012_seeing.ts'
import { spend } from './migrations/0013_spend.ts'
import { approvals } from './migrations/0014_approvals.ts'
import { leads } from './migrations/0017_leads.ts'
import { sessions } from './migrations/0018_sessions.ts'
import { mirror } from './migrations/0019_mirror.ts'
import { keyAllowances } from './migrations/0020_key_allowances.ts'
import { sharedBudgets } from './migrations/0021_shared_budgets.ts'
import { lookups } from './migrations/0022_lookups.ts'
import { campaignOrder } from './migrations/0023_campaign_order.ts'
import { toldAddresses } from './migrations/0024_told_addresses.ts'
import { namedLeads } from './migrations/0025_named_leads.ts'
import { keyLines } from './migrations/0026_key_lines.ts'
import { looks } from './migrations/0027_looks.ts'
import { databaseState } from './migrations/0030_database_state.ts'
import { lateChecks } from './migrations/0031_late_checks.ts'
import { operatorSettings } from './migrations/0032_operator_settings.ts'
import { keyLineage } from './migrations/0033_key_lineage.ts'
import { sessionPages } from './migrations/0034_session_pages.ts'
import { hiddenHooks } from './migrations/0035_hidden_hooks.ts'
import { leadErrors } from './migrations/0036_lead_errors.ts'
import { leadEvents } from './migrations/0037_lead_events.ts'
import { batchItems } from './migrations/0038_batch_items.ts'
import { sharedAccounts } from './migrations/0040_shared_accounts.ts'
import { runTimes } from './migrations/0041_run_times.ts'
import { webhookResponses } from './migrations/0042_webhook_responses.ts'
import { uploadedImages } from './migrations/0043_uploaded_images.ts'
import type { Tables } from './tables.ts'

/**
 * The migrations in order. Migrations are only added, because an old process may still run while a new one
 * starts.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_foundation': foundation,
  '0002_linking': linking,
  '0003_journal': journal,
  '0004_pins': pins,
  '0005_growth': growth,
  '0006_orphans': orphans,
  '0007_surfaces': surfaces,
  '0008_deletions': deletions,
  '0009_events': events,
  '0010_webhooks': webhooks,
  '0011_brands': brands,
  '0012_seeing': seeing,
  '0013_spend': spend,
  '0014_approvals': approvals,
  '0017_leads': leads,
  '0018_sessions': sessions,
  '0019_mirror': mirror,
  '0020_key_allowances': keyAllowances,
  '0021_shared_budgets': sharedBudgets,
  '0022_lookups': lookups,
  '0023_campaign_order': campaignOrder,
  '0024_told_addresses': toldAddresses,
  '0025_named_leads': namedLeads,
  '0026_key_lines': keyLines,
  '0027_looks': looks,
  '0030_database_state': databaseState,
  '0031_late_checks': lateChecks,
  '0032_operator_settings': operatorSettings,
  '0033_key_lineage': keyLineage,
  '0034_session_pages': sessionPages,
  '0035_hidden_hooks': hiddenHooks,
  '0036_lead_errors': leadErrors,
  '0037_lead_events': leadEvents,
  '0038_batch_items': batchItems,
  '0040_shared_accounts': sharedAccounts,
  '0041_run_times': runTimes,
  '0042_webhook_responses': webhookResponses,
  '0043_uploaded_images': uploadedImages,
}

export async function migrate(db: Kysely<Tables>): Promise<void> {
  // A later release may have migrated the database, and the migrator does not know its migrations. They only
  // add, so this code still works. An earlier process can start again during an upgrade, and after a rollback
  // of the release.
  const isCurrent = await isSchemaCurrent(db).catch(() => false) // An empty database has no table to query.
  if (isCurrent) return
  if (!db.getExecutor().adapter.supportsTransactionalDdl) return await migrateToLatest(db)
  await db.transaction().execute(async (transaction) => {
    // The lock is released with the transaction, also where a pooler gives the session to another client
    // afterwards.
    await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(transaction)
    await migrateToLatest(transaction)
  })
}

/**
 * The lock that Kysely takes for a session. Earlier releases take it too, so they and this release exclude
 * each other.
 */
const migrationLock = '3853314791062309107'

export function createMigrator(db: Kysely<Tables>): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // Kysely orders executed migrations by the wall clock of the process that ran them. A clock that was
    // ahead once would prevent every later release from starting.
    allowUnorderedMigrations: true,
  })
}

async function migrateToLatest(db: Kysely<Tables>): Promise<void> {
  const { error } = await createMigrator(db).migrateToLatest()
  if (error)
    throw error instanceof Error ? error : new Error('The database schema could not be brought up to date.')
}

/** Whether adrail has ever used this database. */
export async function hasSchema(db: Kysely<Tables>): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(({ name }) => name === 'kysely_migration')
}

/** Whether the database has all migrations of this code. */
export async function isSchemaCurrent(db: Kysely<Tables>): Promise<boolean> {
  return (await compareSchema(db)).missing.length === 0
}

/** Returns the migrations that the database lacks, and those that it has but this code does not know. */
export async function compareSchema(
  db: Kysely<Tables>,
): Promise<{ readonly missing: readonly string[]; readonly unknown: readonly string[] }> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const [knownNames, presentNames] = [Object.keys(migrations), rows.map(({ name }) => name)]
  return {
    missing: knownNames.filter((name) => !presentNames.includes(name)),
    unknown: presentNames.filter((name) => !knownNames.includes(name)),
  }
}
