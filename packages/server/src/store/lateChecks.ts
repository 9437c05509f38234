// Creations that were resent, or that failed with an unknown outcome. The platform may carry out a try late,
// so each creation is checked a few times afterwards.

import type { RawBuilder, Selectable, Updateable } from 'kysely'
import { changesRow } from './changesRow.ts'
import type { DueWindow } from './journalEntries.ts'
import { acquireFenced, hasLeaseEnded, isFence, isLeaseValid, leaseEnd, unleased } from './leases.ts'
import type { Db, LateCheckTable } from './tables.ts'

export type LateCheck = Selectable<LateCheckTable>
/** One step of one write. */
type CheckedStep = Pick<LateCheck, 'operation_id' | 'number'>
/** Names the fence as well, so that an earlier owner changes nothing. */
export type LateCheckLease = CheckedStep & Pick<LateCheck, 'fence'>

/** Runs in the transaction of the intent to resend the step, or of the step's failure. */
export async function insertLateCheck(
  db: Db,
  { operation_id, number }: CheckedStep,
  { resent_at, due_at }: Pick<LateCheck, 'resent_at' | 'due_at'>,
): Promise<void> {
  await db
    .insertInto('late_checks')
    .values({ operation_id, number, resent_at, due_at, leftovers: '[]', fence: 0, ...unleased })
    .onConflict((conflict) => conflict.columns(['operation_id', 'number']).doUpdateSet({ resent_at, due_at }))
    .execute()
}

export async function listDueLateChecks(
  db: Db,
  clock: RawBuilder<number>,
  { now, maxDelayMs }: DueWindow,
  limit: number,
): Promise<LateCheck[]> {
  return await db
    .selectFrom('late_checks')
    .selectAll()
    .where((where) => where.or([where('due_at', '<=', now), where('due_at', '>', now + maxDelayMs)]))
    .where(hasLeaseEnded(clock))
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

/** Leases a check that no process has leased, unless it was done since it was listed. */
export async function acquireLateCheck(
  db: Db,
  clock: RawBuilder<number>,
  { operation_id, number, due_at }: LateCheck,
  leaseMs: number,
): Promise<LateCheck | undefined> {
  return await db
    .updateTable('late_checks')
    .set(acquireFenced(clock, leaseMs))
    .where('operation_id', '=', operation_id)
    .where('number', '=', number)
    .where('due_at', '=', due_at)
    .where(hasLeaseEnded(clock))
    .returningAll()
    .executeTakeFirst()
}

export async function renewLateCheck(
  db: Db,
  clock: RawBuilder<number>,
  { operation_id, number, fence }: LateCheckLease,
  leaseMs: number,
): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('late_checks')
      .set({ lease_until: leaseEnd(clock, leaseMs) })
      .where('operation_id', '=', operation_id)
      .where('number', '=', number)
      .where(isFence(fence))
      .where(isLeaseValid(clock)),
  )
}

/** Returns whether the caller still was the owner. */
export async function updateLateCheck(
  db: Db,
  { operation_id, number, fence }: LateCheckLease,
  change: Updateable<LateCheckTable>,
): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('late_checks')
      .set(change)
      .where('operation_id', '=', operation_id)
      .where('number', '=', number)
      .where(isFence(fence)),
  )
}

/** Changes the check like `updateLateCheck`, and ends the lease. */
export async function releaseLateCheck(
  db: Db,
  lease: LateCheckLease,
  change: Pick<Updateable<LateCheckTable>, 'due_at' | 'leftovers'>,
): Promise<boolean> {
  return await updateLateCheck(db, lease, { ...change, ...unleased })
}

/** Returns whether the caller still was the owner. */
export async function deleteLateCheck(
  db: Db,
  { operation_id, number, fence }: LateCheckLease,
): Promise<boolean> {
  return await changesRow(
    db
      .deleteFrom('late_checks')
      .where('operation_id', '=', operation_id)
      .where('number', '=', number)
      .where(isFence(fence)),
  )
}
