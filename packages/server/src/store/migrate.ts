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
import { seeing } from './migrations/0012_seeing.ts'
import type { Tables } from './tables.ts'

/** In order, and only ever added to: an old process may still run while a new one starts. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001_foundation': foundation,
  '0002_linking': linking,
  '0003_journal': journal,
  '0004_pins': pins,
  '0005_growth': growth,
  '0006_orphans': orphans,
  '0007_surfaces': surfaces,
  '0008_deletions': deletions,
  '0012_seeing': seeing,
}

export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error)
    throw error instanceof Error ? error : new Error('The database schema could not be brought up to date.')
}

/** Whether the database has exactly the schema this code was written for. */
export async function schemaIsCurrent(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return Object.keys(migrations).every((name) => rows.some((row) => row.name === name))
}
