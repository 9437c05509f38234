// Connections whose leads are read. Each source is read by one process at a time, under a lease.

import type { Platform } from '@adrail/contract'
import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
  type UpdateObject,
} from 'kysely'
import { changesRow } from './changesRow.ts'
import { acquireNamed, isLeaseOver, isOwner, leaseEnd, unowned } from './leases.ts'
import type { Db, LeadSourceTable, Tables } from './tables.ts'

export type LeadSource = Selectable<LeadSourceTable>

/** The lease of a source. */
export interface SourceLease {
  readonly id: string
  readonly lease_owner: string
}

type Clock = RawBuilder<number>

/** The initial state of a source: unread and due at once. */
export const unreadSource = {
  told: 0,
  look_at: 0,
  read_at: null,
  read_until: 0,
  problem: '',
  error: '',
  ...unowned,
  ended_at: null,
} as const

const selectLive = (db: Db) => db.selectFrom('lead_sources').selectAll().where('ended_at', 'is', null)

/** Inserts the source, unless the connection has one. */
export async function insertSource(db: Db, source: Insertable<LeadSourceTable>): Promise<void> {
  await db
    .insertInto('lead_sources')
    .values(source)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findSource(
  db: Db,
  workspaceId: string,
  userId: string,
  platform: Platform,
): Promise<LeadSource | undefined> {
  return await selectLive(db)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .executeTakeFirst()
}

/** Lists the sources of a user, in the order of their platforms' names. */
export async function listUserSources(db: Db, workspaceId: string, userId: string): Promise<LeadSource[]> {
  return await selectLive(db)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .orderBy('platform')
    .execute()
}

export async function findLiveSource(db: Db, id: string): Promise<LeadSource | undefined> {
  return await selectLive(db).where('id', '=', id).executeTakeFirst()
}

/** Finds a source by any of the given forms of its token. */
export async function findSourceByHookToken(
  db: Db,
  hookTokens: readonly string[],
): Promise<LeadSource | undefined> {
  return await selectLive(db).where('hook_token', 'in', hookTokens).executeTakeFirst()
}

export function isPlaintextHookToken(hookToken: string): boolean {
  return !hookToken.startsWith('~')
}

/** A literal, so that the planner knows that the partial index contains these rows. */
const isPlaintextHookTokenSql = sql<boolean>`substr(hook_token, 1, 1) <> '~'`

export async function hasPlaintextHookToken(db: Db): Promise<boolean> {
  return (await listPlaintextHookTokens(db, 1)).length > 0
}

/** Lists sources whose token is stored in clear. */
export async function listPlaintextHookTokens(
  db: Db,
  limit: number,
): Promise<Pick<LeadSource, 'id' | 'hook_token'>[]> {
  return await db
    .selectFrom('lead_sources')
    .select(['id', 'hook_token'])
    .where(isPlaintextHookTokenSql)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Replaces the token only if it is still the one that was read. Returns whether it was. */
export async function replaceHookToken(
  db: Db,
  { id, hook_token }: Pick<LeadSource, 'id' | 'hook_token'>,
  replacement: string,
): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('lead_sources')
      .set({ hook_token: replacement })
      .where('id', '=', id)
      .where('hook_token', '=', hook_token),
  )
}

/**
 * Lists sources that are due by the platform's clock and that no process reads, those that are due longest
 * first.
 */
export async function listDueSources(
  db: Db,
  clock: Clock,
  platform: Platform,
  now: number,
  limit: number,
): Promise<LeadSource[]> {
  return await selectLive(db)
    .where('platform', '=', platform)
    .where('look_at', '<=', now)
    .where(isLeaseOver(clock))
    .orderBy('look_at')
    .limit(limit)
    .execute()
}

/**
 * Makes all sources of a subject due after a notification by the platform, for all users who are linked to
 * it.
 */
export async function wakeSubject(db: Db, platform: Platform, subject: string): Promise<void> {
  await updateSubjectSources(db, platform, subject, { look_at: 0 })
}

/**
 * Makes all sources of a subject due. A process that reads one of them loses its lease and stores nothing
 * more. The statement waits for writes in progress.
 */
export async function rereadSubject(db: Db, platform: Platform, subject: string): Promise<void> {
  await updateSubjectSources(db, platform, subject, { look_at: 0, ...unowned })
}

async function updateSubjectSources(
  db: Db,
  platform: Platform,
  subject: string,
  change: Updateable<LeadSourceTable>,
): Promise<void> {
  await db
    .updateTable('lead_sources')
    .set(change)
    .where('ended_at', 'is', null)
    .where('platform', '=', platform)
    .where('subject', '=', subject)
    .execute()
}

export async function changeSource(
  db: Db,
  { id }: Pick<LeadSource, 'id'>,
  change: Updateable<LeadSourceTable>,
): Promise<void> {
  await db.updateTable('lead_sources').set(change).where('id', '=', id).execute()
}

/**
 * Makes the source due, as at its begin. A process that reads it at this moment loses its lease, and stores
 * nothing more.
 */
export async function restartSource(
  db: Db,
  { id }: Pick<LeadSource, 'id'>,
  change: Updateable<LeadSourceTable>,
): Promise<void> {
  await changeSource(db, { id }, { look_at: 0, problem: '', ...unowned, ...change })
}

/**
 * Leases the source if no process reads it. Returns its present state, which may differ from the state when
 * it was listed.
 */
export async function acquireSource(
  db: Db,
  clock: Clock,
  { id, lease_owner }: SourceLease,
  durationMs: number,
): Promise<LeadSource | undefined> {
  return await db
    .updateTable('lead_sources')
    .set(acquireNamed(lease_owner, clock, durationMs))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where(isLeaseOver(clock))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Extends the lease. An owner that lost it does not get it back, because another account may be linked by
 * now.
 */
export async function renewSource(
  db: Db,
  clock: Clock,
  lease: SourceLease,
  durationMs: number,
): Promise<boolean> {
  return await updateLeasedSource(db, lease, { lease_until: leaseEnd(clock, durationMs) })
}

/**
 * Changes the source as the owner of its lease, and locks the row until the transaction ends. Returns whether
 * the owner still has the lease.
 */
export async function updateLeasedSource(
  db: Db,
  { id, lease_owner }: SourceLease,
  change: UpdateObject<Tables, 'lead_sources'>,
): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('lead_sources')
      .set(change)
      .where('id', '=', id)
      .where(isOwner(lease_owner))
      .where('ended_at', 'is', null),
  )
}

/** Ends the lease, unless the owner has lost it. */
export async function releaseSource(db: Db, lease: SourceLease): Promise<void> {
  await updateLeasedSource(db, lease, unowned)
}

/**
 * Records that the source was read completely. The next reading is at the given time, unless someone has made
 * the source due since the begin.
 */
export async function finishReading(
  db: Db,
  lease: SourceLease,
  dueAtStart: number,
  nextDueAt: number,
  change: Omit<Updateable<LeadSourceTable>, 'look_at'>,
): Promise<boolean> {
  const look_at = sql<number>`case when look_at = ${dueAtStart} then ${nextDueAt} else look_at end`
  return await updateLeasedSource(db, lease, { ...change, look_at })
}

/** Ends all leases at the start of the only process, because all former owners are dead. */
export async function releaseAllSources(db: Db): Promise<void> {
  await db
    .updateTable('lead_sources')
    .set(unowned)
    // A literal, so that the planner knows that the partial index of leased sources contains the row.
    .where('lease_owner', '<>', sql.lit(unowned.lease_owner))
    .execute()
}
