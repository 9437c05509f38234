// Queries of the durable record of writes. An entry is one write, in progress or ended.

import { type RawBuilder, type Selectable, sql } from 'kysely'
import { absentTextSql, type JournalEntry, toJournalEntry, toStateLiterals } from './columnMeanings.ts'
import { type EntryState, endedEntryStates, openEntryStates } from './entryStates.ts'
import { hasLeaseEnded } from './leases.ts'
import type { Db, JournalEntryTable } from './tables.ts'

export { hasEnded, type JournalEntry } from './columnMeanings.ts'

/** States without an outcome. */
const unendedEntryStates = { open: openEntryStates, needs_attention: ['NEEDS_ATTENTION'] } as const

const selectEntries = (db: Db, workspaceId: string) =>
  db.selectFrom('operations').selectAll().where('workspace_id', '=', workspaceId)

function toFoundEntry(row: Selectable<JournalEntryTable> | undefined): JournalEntry | undefined {
  return row && toJournalEntry(row)
}

export function isAwaitingApproval({ state }: Pick<JournalEntry, 'state'>): boolean {
  return state === 'AWAITING_APPROVAL'
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
    .where('state', 'in', toStateLiterals(openEntryStates))
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
    .where('state', 'in', toStateLiterals(openEntryStates))
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
    .where('state', 'in', toStateLiterals(openEntryStates))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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
    .where('state', 'in', toStateLiterals(states))
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
    .where('state', 'in', toStateLiterals(unendedEntryStates[kind]))
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

/** Finds an entry in any workspace, for operators only. */
export async function findEntryInAnyWorkspace(db: Db, id: string): Promise<JournalEntry | undefined> {
  return toFoundEntry(await db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst())
}
