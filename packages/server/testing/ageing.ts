// Backdates rows of a service's database for tests of retention.

import { sql } from 'kysely'
import type { Installation } from './processes.ts'
import { withStore } from './worlds.ts'

/** Tables whose old rows the service deletes, with the column that determines the age. */
export const ageColumnByTable = {
  operations: 'created_at',
  raises: 'reserved_at',
  erasures: 'deleted_at',
  links: 'expires_at',
} as const
export type AgedTable = keyof typeof ageColumnByTable

/** Backdates all rows of the tables by the given time. */
export function ageRows(
  installation: Installation,
  tables: readonly AgedTable[],
  byMs: number,
): Promise<void> {
  return withStore(installation, async ({ db }) => {
    for (const table of tables) {
      const column = sql.ref(ageColumnByTable[table])
      await sql`update ${sql.table(table)} set ${column} = ${column} - ${byMs}`.execute(db)
    }
  })
}

/** Returns the number of rows of each table. */
export function countRows(installation: Installation, tables: readonly AgedTable[]): Promise<number[]> {
  return withStore(installation, async ({ db }) => {
    const counts: number[] = []
    for (const table of tables) {
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from ${sql.table(table)}`.execute(db)
      counts.push(Number(rows[0]?.count))
    }
    return counts
  })
}
