// What keys have left of their limits over all processes. Everything about a key is in one row, and whoever changes it says
// which version was seen: two processes never give away the same, and no lock is held.

import { timeOf } from './clock.ts'
import { foundRow } from './foundRow.ts'
import type { Db, Store } from './tables.ts'

/** What one process holds of a key's allowance, until the time: nobody else can use it. */
export interface Slice {
  readonly requests: number
  readonly places: number
  /** It has fewer places than it needs: others should keep none for later. */
  readonly isShort: boolean
  readonly until: number
}

export interface KeyAllowance {
  /** How many were in no process's slice when they were counted. */
  readonly requests: number
  readonly countedAt: number
  /** By the names of the processes. */
  readonly slices: Readonly<Record<string, Slice>>
}

/** Changes a key's allowance as it is by then, `now` being by the database's clock; returns what the change says. */
export async function changeAllowance<Change extends { readonly allowance: KeyAllowance }>(
  store: Store,
  keyId: string,
  change: (allowance: KeyAllowance | undefined, now: number) => Change,
): Promise<Change> {
  // Whoever comes around again was beaten by somebody who got on.
  for (;;) {
    const row = await store.db
      .selectFrom('key_allowances')
      .selectAll()
      .select(store.clock.as('now'))
      .where('key_id', '=', keyId)
      .executeTakeFirst()
    const { requests = 0, counted_at = 0, slices = '{}' } = row ?? {}
    const now = row?.now ?? (await timeOf(store))
    const present = row && { requests, countedAt: counted_at, slices: JSON.parse(slices) }
    const changed = change(present, now)
    if (await write(store.db, keyId, row?.version, changed.allowance)) return changed
  }
}

/** Whether nobody else was faster. */
function write(
  db: Db,
  keyId: string,
  version: number | undefined,
  { requests, countedAt, slices }: KeyAllowance,
): Promise<boolean> {
  const counted = { requests, counted_at: countedAt, slices: JSON.stringify(slices) }
  if (version !== undefined)
    return foundRow(
      db
        .updateTable('key_allowances')
        .set({ ...counted, version: version + 1 })
        .where('key_id', '=', keyId)
        .where('version', '=', version),
    )
  return db
    .insertInto('key_allowances')
    .values({ key_id: keyId, version: 1, ...counted })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .executeTakeFirst()
    .then(({ numInsertedOrUpdatedRows = 0n }) => numInsertedOrUpdatedRows > 0n)
}
