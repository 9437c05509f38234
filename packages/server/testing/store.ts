// The database of a place, past the service: for whoever judges from outside, or has time pass for what is written there.

import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/tables.ts'
import type { Installation } from './processes.ts'

export type { Store } from '../src/store/tables.ts'
export { openStore, sql }

/** Open until the test ends. */
export async function openTestStore(installation: Installation): Promise<Store> {
  const store = await openStore(installation)
  onTestFinished(() => store.close())
  return store
}

/** What is held for a time is held for that much less. */
export async function shortenLeases({ db }: Store, durationMs: number): Promise<void> {
  for (const table of ['operations', 'webhook_endpoints', 'lead_sources', 'credentials'])
    await sql`update ${sql.table(table)} set lease_until = lease_until - ${sql.lit(durationMs)} where lease_until > 0`.execute(
      db,
    )
}
