// Makes what a service keeps old, for tests of what it forgets.

import { sql } from 'kysely'
import type { Place } from './processes.ts'
import { withStore } from './worlds.ts'

/** What is forgotten once it is old: the table, and the column by which it is. */
export const forgettable = {
  operations: 'created_at',
  raises: 'reserved_at',
  erasures: 'deleted_at',
  links: 'expires_at',
} as const
export type Forgettable = keyof typeof forgettable

/** As if so much time had gone by since the rows were written. */
export function makeOld(place: Place, tables: readonly Forgettable[], byMs: number): Promise<void> {
  return withStore(place, async ({ db }) => {
    for (const table of tables) {
      const column = sql.ref(forgettable[table])
      await sql`update ${sql.table(table)} set ${column} = ${column} - ${byMs}`.execute(db)
    }
  })
}

/** How many rows each of the tables has. */
export function countRows(place: Place, tables: readonly Forgettable[]): Promise<number[]> {
  return withStore(place, async ({ db }) => {
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
