// Makes what a service keeps old, for tests of what it forgets.

import { sql } from 'kysely'
import type { Installation } from './processes.ts'
import { withStore } from './worlds.ts'

/** What is forgotten once it is old: the table, and the column by which it is. */
export const ageColumnByTable = {
  operations: 'created_at',
  raises: 'reserved_at',
  erasures: 'deleted_at',
  links: 'expires_at',
} as const
export type AgedTable = keyof typeof ageColumnByTable

/** As if so much time had gone by since the rows were written. */
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

/** How many rows each of the tables has. */
export function countRows(installation: Installation, tables: readonly AgedTable[]): Promise<number[]> {
  return withStore(installation, async ({ db }) => {
    const counts: number[] = []
    for (const table of tables) {
      const { rows } = await sql<{
        rowCount: number
      }>`select count(*) as count from ${sql.table(table)}`.execute(db)
      counts.push(Number(rows[0]?.rowCount))
    }
    return counts
  })
}
