// Direct access to an installation's database, for tests that check or backdate rows.

import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/tables.ts'
import type { Installation } from './processes.ts'

export type { Store } from '../src/store/tables.ts'
export { openStore, sql }

/** Opens the store until the test ends. */
export async function openTestStore(installation: Installation): Promise<Store> {
  const store = await openStore(installation)
  onTestFinished(() => store.close())
  return store
}

/** Shortens all leases by the given time. */
export async function shortenLeases({ db }: Store, durationMs: number): Promise<void> {
  for (const table of ['operations', 'webhook_endpoints', 'lead_sources', 'credentials'])
    await sql`update ${sql.table(table)} set lease_until = lease_until - ${sql.lit(durationMs)} where lease_until > 0`.execute(
      db,
    )
}
