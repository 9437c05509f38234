// The statements of the process that owns a journal entry. Each statement after the acquisition names the fence
// of the owner, so a former owner changes nothing.

import { type RawBuilder, type Selectable, sql } from 'kysely'
import { changesRow } from './changesRow.ts'
import {
  absentTextSql,
  type EntryChange,
  hasEnded,
  type JournalEntry,
  type NewEntry,
  toEntryColumns,
  toJournalEntry,
  toNewEntryColumns,
} from './columnMeanings.ts'
import { type EntryState, endedEntryStates, entryStatesBefore } from './entryStates.ts'
import { acquireFenced, hasLeaseEnded, isFence, isLeaseValid, leaseEnd, unleased } from './leases.ts'
import type { Db, JournalEntryTable } from './tables.ts'

/** The lease of an entry. Every later statement names both fields, so that a former owner changes nothing. */
export type EntryLease = Pick<JournalEntry, 'id' | 'fence'>

/**
 * An entry as its owner acquired it, with the evidence that the statement returned about the database
 * (databaseState.ts).
 */
export type EntryWithEvidence = JournalEntry & { readonly evidence: string }
const noEvidence = sql<string>`''`

function toEntryWithEvidence(
  row: (Selectable<JournalEntryTable> & { readonly evidence: string }) | undefined,
): EntryWithEvidence | undefined {
  return row && { ...toJournalEntry(row), evidence: row.evidence }
}

/** Returns the inserted row, or undefined when its idempotency key or its target is taken. */
export async function insertEntry(
  db: Db,
  clock: RawBuilder<number>,
  entry: NewEntry,
  leaseMs: number,
  evidence: RawBuilder<string> = noEvidence,
): Promise<EntryWithEvidence | undefined> {
  const row = await db
    .insertInto('operations')
    .values({ ...toNewEntryColumns(entry), lease_until: leaseEnd(clock, leaseMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .returning(evidence.as('evidence'))
    .executeTakeFirst()
  return toEntryWithEvidence(row)
}

/**
 * Leases an unfinished entry that no process has leased. Returns the leased entry, or undefined when another
 * process was first.
 */
export async function acquireLease(
  db: Db,
  clock: RawBuilder<number>,
  id: string,
  owner: string,
  leaseMs: number,
  evidence: RawBuilder<string> = noEvidence,
): Promise<EntryWithEvidence | undefined> {
  const row = await db
    .updateTable('operations')
    .set({ owner, ...acquireFenced(clock, leaseMs) })
    .where('id', '=', id)
    .where('state', 'not in', endedEntryStates)
    .where(hasLeaseEnded(clock))
    .returningAll()
    .returning(evidence.as('evidence'))
    .executeTakeFirst()
  return toEntryWithEvidence(row)
}

/** Extends the lease. Returns false when the lease has passed to another owner, or has expired. */
export async function renewLease(
  db: Db,
  clock: RawBuilder<number>,
  lease: EntryLease,
  leaseMs: number,
): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('operations')
      .set({ lease_until: leaseEnd(clock, leaseMs) })
      .where('id', '=', lease.id)
      .where(isFence(lease.fence))
      .where(isLeaseValid(clock)),
  )
}

/**
 * Changes the entry if it is still leased under this fence. A change of the state is a transition of
 * entryStates.ts.
 */
export async function updateEntry(db: Db, lease: EntryLease, change: EntryChange): Promise<boolean> {
  return await changesRow(updateLeased(db, lease, change.state).set(toEntryColumns(change)))
}

/** Changes the entry under the same condition, and ends the lease, so that any process may acquire the entry. */
export async function releaseEntry(db: Db, lease: EntryLease, change: EntryChange = {}): Promise<boolean> {
  return await changesRow(
    updateLeased(db, lease, change.state).set({ ...toEntryColumns(change), ...unleased }),
  )
}

/** Marks the entry for attention under the same condition. Returns whether it had no mark before. */
export async function markNeedsAttention(db: Db, lease: EntryLease): Promise<boolean> {
  const state = 'NEEDS_ATTENTION'
  return await changesRow(updateLeased(db, lease, state).set({ state }).where('state', '<>', state))
}

/** Ends the entry under the same condition, with the time of the end by the database's clock. */
export async function endEntry(
  db: Db,
  clock: RawBuilder<number>,
  lease: EntryLease,
  change: EntryChange & { readonly state: EntryState },
): Promise<boolean> {
  return await changesRow(
    updateLeased(db, lease, change.state).set({ ...toEntryColumns(change), lease_until: clock }),
  )
}

function updateLeased(db: Db, { id, fence }: EntryLease, nextState?: EntryState) {
  const update = db.updateTable('operations').where('id', '=', id).where(isFence(fence))
  return nextState === undefined
    ? update.where('state', 'not in', endedEntryStates)
    : update.where('state', 'in', entryStatesBefore(nextState))
}

/** Whether this owner has ended the entry already: the confirmation of a commit can be lost. */
export async function isEndedBy(db: Db, lease: EntryLease): Promise<boolean> {
  const row = await db
    .selectFrom('operations')
    .select('state')
    .where('id', '=', lease.id)
    .where(isFence(lease.fence))
    .executeTakeFirst()
  return row !== undefined && hasEnded(row)
}

/**
 * Deletes an entry without an intent, so that its key is free again. Returns whether the lease still was
 * valid.
 */
export async function deletePendingEntry(db: Db, lease: EntryLease): Promise<boolean> {
  return await changesRow(
    db
      .deleteFrom('operations')
      .where('id', '=', lease.id)
      .where(isFence(lease.fence))
      .where('plan', '=', absentTextSql)
      .where('state', '=', 'PENDING'),
  )
}

/**
 * Deletes an entry whose first step was intended and never sent. Returns whether the lease still was valid
 * and the entry existed.
 */
export async function deleteUnsentEntry(db: Db, lease: EntryLease): Promise<boolean> {
  return await changesRow(
    db
      .deleteFrom('operations')
      .where('id', '=', lease.id)
      .where(isFence(lease.fence))
      .where('state', '=', 'EXECUTING'),
  )
}
