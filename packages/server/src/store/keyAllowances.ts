// The allowances that keys have left over all processes. Each key has one row, and every change names the
// version that was read. So two processes never assign the same allowance, and no lock is needed.

import { changesRow } from './changesRow.ts'
import { readClock } from './readClock.ts'
import type { Db, Store } from './tables.ts'

/** The part of a key's allowance that one process uses exclusively until a time. */
export interface AllowanceSlice {
  readonly requests: number
  readonly places: number
  /** The slice has fewer places than its process needs, so other processes should reserve none. */
  readonly isShort: boolean
  readonly until: number
}

export interface KeyAllowance {
  /** Number of requests outside all slices at the time of the count. */
  readonly requests: number
  readonly countedAt: number
  /** The slices by process name. */
  readonly slices: Readonly<Record<string, AllowanceSlice>>
}

/**
 * Changes the present allowance of a key, and returns the result of `change`. `now` is the time of the
 * database's clock.
 */
export async function changeAllowance<Change extends { readonly allowance: KeyAllowance }>(
  store: Store,
  keyId: string,
  change: (allowance: KeyAllowance | undefined, now: number) => Change,
): Promise<Change> {
  // Each repetition means that another process has made progress.
  for (;;) {
    const row = await store.db
      .selectFrom('key_allowances')
      .selectAll()
      .select(store.clock.as('now'))
      .where('key_id', '=', keyId)
      .executeTakeFirst()
    const { requests = 0, counted_at = 0, slices = '{}' } = row ?? {}
    const now = row?.now ?? (await readClock(store))
    const present = row && { requests, countedAt: counted_at, slices: JSON.parse(slices) }
    const result = change(present, now)
    if (await saveAllowance(store.db, keyId, row?.version, result.allowance)) return result
  }
}

/** Returns false when another process was faster. */
function saveAllowance(
  db: Db,
  keyId: string,
  version: number | undefined,
  { requests, countedAt, slices }: KeyAllowance,
): Promise<boolean> {
  const counted = { requests, counted_at: countedAt, slices: JSON.stringify(slices) }
  if (version !== undefined)
    return changesRow(
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
