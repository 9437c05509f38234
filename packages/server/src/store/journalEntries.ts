// The durable record of writes. An entry is one write, in progress or ended.

import { type RawBuilder, type Selectable, sql } from 'kysely'
import { changesRow } from './changesRow.ts'
import {
  absentTextSql,
  dueAtOnceColumns,
  type EntryChange,
  erasedRequestColumns,
  hasEnded,
  type JournalEntry,
  type JournalStep,
  type NewEntry,
  toEntryColumns,
  toJournalEntry,
  toJournalStep,
  toNewEntryColumns,
  toStepRow,
} from './columnMeanings.ts'
import {
  type EntryState,
  endedEntryStates,
  entryStates,
  entryStatesBefore,
  openEntryStates,
  stepStatesBefore,
} from './entryStates.ts'
import { acquireFenced, hasLeaseEnded, isFence, isLeaseValid, leaseEnd, unleased } from './leases.ts'
import type { Db, JournalEntryTable } from './tables.ts'
import { selectUserName } from './users.ts'

export { hasEnded, type JournalEntry, type JournalStep } from './columnMeanings.ts'

/** States without an outcome. */
const unendedEntryStates = { open: openEntryStates, needs_attention: ['NEEDS_ATTENTION'] } as const

/**
 * States as SQL literals, so that the planner knows that a partial index of these states contains all rows.
 */
function toLiterals(states: readonly EntryState[]) {
  return states.map((state) => sql.lit(state))
}

/** The lease of an entry. Every later statement names both fields, so that a former owner changes nothing. */
export type EntryLease = Pick<JournalEntry, 'id' | 'fence'>

/**
 * An entry as its owner acquired it, with the evidence that the statement returned about the database
 * (databaseState.ts).
 */
export type EntryWithEvidence = JournalEntry & { readonly evidence: string }
const noEvidence = sql<string>`''`

const selectEntries = (db: Db, workspaceId: string) =>
  db.selectFrom('operations').selectAll().where('workspace_id', '=', workspaceId)

function toFoundEntry(row: Selectable<JournalEntryTable> | undefined): JournalEntry | undefined {
  return row && toJournalEntry(row)
}

function toEntryWithEvidence(
  row: (Selectable<JournalEntryTable> & { readonly evidence: string }) | undefined,
): EntryWithEvidence | undefined {
  return row && { ...toJournalEntry(row), evidence: row.evidence }
}

export function isAwaitingApproval({ state }: Pick<JournalEntry, 'state'>): boolean {
  return state === 'AWAITING_APPROVAL'
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

export async function findEntry(db: Db, workspaceId: string, id: string): Promise<JournalEntry | undefined> {
  return toFoundEntry(await selectEntries(db, workspaceId).where('id', '=', id).executeTakeFirst())
}

export async function findEntryByIdempotencyKey(
  db: Db,
  workspaceId: string,
  key: string,
): Promise<JournalEntry | undefined> {
  return toFoundEntry(
    await selectEntries(db, workspaceId).where('idempotency_key', '=', key).executeTakeFirst(),
  )
}

export interface EqualEntryFilter {
  /** The database's clock applies. */
  readonly endedSince: number
  /**
   * The earliest success that counts. The entry may have begun long before, needed approval or been unknown.
   */
  readonly succeededSince: number
  /** The API key whose entry may need approval: rules differ between API keys. */
  readonly keyId: string
  /** Ids of entries that do not count any more. */
  readonly excludedIds: readonly string[]
}

/**
 * Finds an entry of the same request: one that ended recently, else one that is open or needs approval. Ended
 * entries with an idempotency key do not count, because a caller with a key defines which requests are equal.
 */
export async function findEqualEntry(
  db: Db,
  clock: RawBuilder<number>,
  workspaceId: string,
  fingerprint: string,
  { endedSince, succeededSince, keyId, excludedIds }: EqualEntryFilter,
): Promise<JournalEntry | undefined> {
  const row = await selectEntries(db, workspaceId)
    .where('fingerprint', '=', fingerprint)
    .$if(excludedIds.length > 0, (query) => query.where('id', 'not in', excludedIds))
    .where((where) =>
      where.or([
        where('state', 'in', openEntryStates),
        where.and([where('state', '=', 'AWAITING_APPROVAL'), where('key_id', '=', keyId)]),
        where.and([
          where('idempotency_key', 'is', null),
          where('state', 'in', endedEntryStates),
          where.or([
            where.and([where('lease_until', '>=', endedSince), where('lease_until', '<=', clock)]),
            // Nothing changes the entry after its end.
            where.and([where('state', '=', 'SUCCEEDED'), where('updated_at', '>=', succeededSince)]),
          ]),
        ]),
      ]),
    )
    .orderBy((order) => order.case().when('state', 'in', endedEntryStates).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return toFoundEntry(row)
}

/**
 * Returns the id of the latest equal request that has ended, under any key. Returns an empty text when there
 * is none.
 */
export async function findLastEndedEqualId(
  db: Db,
  workspaceId: string,
  fingerprint: string,
): Promise<string> {
  const row = await db
    .selectFrom('operations')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('fingerprint', '=', fingerprint)
    .where('state', 'in', endedEntryStates)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? ''
}

/** Whether an equal request has ever succeeded, as far as the journal goes back. */
export async function hasSucceededEqual(db: Db, workspaceId: string, fingerprint: string): Promise<boolean> {
  const row = await db
    .selectFrom('operations')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('fingerprint', '=', fingerprint)
    // An expression instead of the column: SQLite would use an index of it and scan all successes of the
    // workspace.
    .where(sql<string>`state || ''`, '=', 'SUCCEEDED')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the open write that holds the target exclusively. */
export async function findOpenEntryByTarget(
  db: Db,
  workspaceId: string,
  target: string,
): Promise<JournalEntry | undefined> {
  const row = await selectEntries(db, workspaceId)
    .where('target', '=', target)
    .where('target', '<>', absentTextSql)
    .where('state', 'in', toLiterals(openEntryStates))
    .executeTakeFirst()
  return toFoundEntry(row)
}

/** Whether another equal write without a key is open. At most one may be open at a time. */
export async function hasOpenEqualEntry(
  db: Db,
  { workspaceId, fingerprint, id }: Pick<JournalEntry, 'workspaceId' | 'fingerprint' | 'id'>,
): Promise<boolean> {
  const row = await selectEntries(db, workspaceId)
    .where('fingerprint', '=', fingerprint)
    .where('idempotency_key', 'is', null)
    .where('state', 'in', toLiterals(openEntryStates))
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists writes of one target that succeeded after another write, by the database's clock, latest first. */
export async function listLaterWrites(
  db: Db,
  { workspaceId, endedAt }: Pick<JournalEntry, 'workspaceId' | 'endedAt'>,
  target: string,
): Promise<JournalEntry[]> {
  const rows = await selectEntries(db, workspaceId)
    .where('target', '=', target)
    .where('target', '<>', absentTextSql)
    .where('state', '=', sql.lit('SUCCEEDED'))
    .where('lease_until', '>', endedAt ?? 0)
    .orderBy('lease_until', 'desc')
    .limit(50)
    .execute()
  return rows.map(toJournalEntry)
}

/** Whether an open write uses the credential. */
export async function isCredentialInUse(db: Db, credentialId: string): Promise<boolean> {
  const row = await db
    .selectFrom('operations')
    .select('id')
    .where('credential_id', '=', credentialId)
    .where('state', 'in', toLiterals(openEntryStates))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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

/** Determines which entries are due, by the clock of the processes. */
export interface DueWindow {
  readonly now: number
  /** The maximum delay. An entry with a longer one was written before the clock was set back. */
  readonly maxDelayMs: number
}

/** Lists entries without a valid lease whose time has come, or whose owner died. */
export async function listDueEntries(
  db: Db,
  clock: RawBuilder<number>,
  { now, maxDelayMs }: DueWindow,
  limit: number,
  states: readonly EntryState[] = openEntryStates,
): Promise<JournalEntry[]> {
  const rows = await db
    .selectFrom('operations')
    .selectAll()
    .where('state', 'in', toLiterals(states))
    .where(hasLeaseEnded(clock))
    .where((where) =>
      where.or([
        where('next_run_at', '<=', now),
        where('next_run_at', '>', now + maxDelayMs),
        where('lease_until', '>', 0),
      ]),
    )
    .orderBy('next_run_at')
    .limit(limit)
    .execute()
  return rows.map(toJournalEntry)
}

/**
 * Counts the entries of one kind without an outcome, up to a limit, and returns when the oldest of them
 * began.
 */
export async function countUnendedEntries(
  db: Db,
  kind: keyof typeof unendedEntryStates,
  limit: number,
): Promise<{ readonly count: number; readonly oldestAt: number | null }> {
  const oldest = db
    .selectFrom('operations')
    .select('created_at')
    .where('state', 'in', toLiterals(unendedEntryStates[kind]))
    .orderBy('next_run_at')
    .limit(limit)
  return await db
    .selectFrom(oldest.as('some'))
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.min<number | null>('created_at').as('oldestAt'),
    ])
    .executeTakeFirstOrThrow()
}

/** Selects entries for a list, by their begin. */
export interface EntryListQuery {
  /** The states to list. An empty list selects all states. */
  readonly states: readonly EntryState[]
  readonly userId?: string | undefined
  readonly since: number
  readonly until: number
  /** The position where the page before ended, or where the page after begins. */
  readonly after?: EntryPosition | undefined
  readonly before?: EntryPosition | undefined
}

/** The position of an entry in a list. */
export type EntryPosition = Pick<JournalEntry, 'createdAt' | 'id'>

/** The fields of an entry in a list. They contain nothing of its request and its plan. */
export type ListedEntry = Pick<
  JournalEntry,
  'id' | 'userId' | 'name' | 'state' | 'reason' | 'createdAt' | 'updatedAt'
> & { readonly userName: string | undefined }

/**
 * Lists the newest entries after or before a position. Each state has its own part of the index. The newest
 * of all are among the newest of each state, so one statement reads a page of each state and merges the
 * pages.
 */
export async function listNewestEntries(
  db: Db,
  workspaceId: string,
  query: EntryListQuery,
  limit: number,
): Promise<ListedEntry[]> {
  const order = query.before ? 'asc' : 'desc'
  const [first = 'PENDING', ...others] = query.states.length === 0 ? entryStates : query.states
  const selectPage = (state: EntryState) =>
    db
      .selectFrom(selectInState(db, workspaceId, query, state, limit).as(`in_${state.toLowerCase()}`))
      .selectAll()
  const page = others.reduce((pages, state) => pages.unionAll(selectPage(state)), selectPage(first))
  const entries = await db
    .selectFrom(page.as('entry'))
    .selectAll('entry')
    .select(selectUserName('entry'))
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(limit)
    .execute()
  const listedEntries = entries.map((row) => ({
    id: row.id,
    userId: row.user_id,
    name: row.name,
    state: row.state,
    reason: row.reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    userName: row.user_name ?? undefined,
  }))
  return query.before ? listedEntries.reverse() : listedEntries
}

/** Selects a page of one state. */
function selectInState(db: Db, workspaceId: string, query: EntryListQuery, state: EntryState, limit: number) {
  const { userId, since, until, after, before } = query
  const order = before ? 'asc' : 'desc'
  let entries = db
    .selectFrom('operations')
    .select(['id', 'workspace_id', 'user_id', 'name', 'state', 'reason', 'created_at', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', state)
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
  if (userId !== undefined) entries = entries.where('user_id', '=', userId)
  for (const [position, comparison] of [
    [after, '<'],
    [before, '>'],
  ] as const)
    if (position)
      entries = entries.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), comparison, tuple(position.createdAt, position.id)),
      )
  return entries.orderBy('created_at', order).orderBy('id', order).limit(limit)
}

/** Finds an entry in any workspace, for operators only. */
export async function findEntryInAnyWorkspace(db: Db, id: string): Promise<JournalEntry | undefined> {
  return toFoundEntry(await db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst())
}

/** Changes only the reason, also of an ended entry. */
export async function setReason(db: Db, id: string, reason: string): Promise<void> {
  await db.updateTable('operations').set({ reason }).where('id', '=', id).execute()
}

/** Ends the leases of all open entries, whose owners are known to be dead. The entries are due at once. */
export async function releaseAllEntries(db: Db): Promise<void> {
  await db
    .updateTable('operations')
    .set({ ...dueAtOnceColumns, ...unleased })
    .where('state', 'in', toLiterals(openEntryStates))
    .execute()
}

/** Deletes the oldest entries that began before a time. Returns their number. */
export async function pruneEntries(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('operations')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('operations')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Erases the request, the plan and the pin of a deleted user's ended entries. Returns the number of entries.
 */
export async function eraseRequests(
  db: Db,
  workspaceId: string,
  userId: string,
  limit: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set(erasedRequestColumns)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('operations')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .where('request', '<>', sql.lit(erasedRequestColumns.request))
        .where('state', 'in', endedEntryStates)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function listSteps(db: Db, entryId: string): Promise<JournalStep[]> {
  const rows = await db
    .selectFrom('operation_steps')
    .selectAll()
    .where('operation_id', '=', entryId)
    .orderBy('number')
    .execute()
  return rows.map(toJournalStep)
}

/** Inserts a step, or replaces the state of an earlier try. */
export async function saveStep(db: Db, step: JournalStep): Promise<void> {
  const row = toStepRow(step)
  const { state, fence, outcome, note, intent_at, settled_at } = row
  await db
    .insertInto('operation_steps')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['operation_id', 'number'])
        .doUpdateSet({ state, fence, outcome, note, intent_at, settled_at })
        .where('operation_steps.fence', '<=', fence)
        .where('operation_steps.state', 'in', stepStatesBefore(state)),
    )
    .execute()
}
