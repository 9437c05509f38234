// Connections whose leads are read. Each is read by one process at a time, under a lease.

import type { Platform } from '@adrail/contract'
import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
  type UpdateObject,
} from 'kysely'
import { foundRow } from './foundRow.ts'
import type { Db, LeadSourceTable, Tables } from './tables.ts'

export type LeadSource = Selectable<LeadSourceTable>

/** Who reads a source. */
export interface SourceHold {
  readonly id: string
  readonly lease_owner: string
}

type Clock = RawBuilder<number>

/** One of which nothing was read yet, due at once. */
export const unreadSource = {
  told: 0,
  look_at: 0,
  read_at: null,
  read_until: 0,
  problem: '',
  error: '',
  lease_owner: '',
  lease_until: 0,
  ended_at: null,
} as const

const live = (db: Db) => db.selectFrom('lead_sources').selectAll().where('ended_at', 'is', null)

/** Nothing happens when the connection has one. */
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
  return await live(db)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .executeTakeFirst()
}

/** The sources of a user, in the order of their platforms' names. */
export async function sourcesOf(db: Db, workspaceId: string, userId: string): Promise<LeadSource[]> {
  return await live(db)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .orderBy('platform')
    .execute()
}

export async function findLiveSource(db: Db, id: string): Promise<LeadSource | undefined> {
  return await live(db).where('id', '=', id).executeTakeFirst()
}

/** By any of the given forms of its token. */
export async function findSourceByHook(
  db: Db,
  hookTokens: readonly string[],
): Promise<LeadSource | undefined> {
  return await live(db).where('hook_token', 'in', hookTokens).executeTakeFirst()
}

export function isClearHook(hookToken: string): boolean {
  return !hookToken.startsWith('~')
}

/** Written literally, so that the database knows that the index contains these rows. */
const isClear = sql<boolean>`substr(hook_token, 1, 1) <> '~'`

export async function hasClearHook(db: Db): Promise<boolean> {
  return (await clearHooks(db, 1)).length > 0
}

/** Sources whose token is stored in clear. */
export async function clearHooks(db: Db, limit: number): Promise<Pick<LeadSource, 'id' | 'hook_token'>[]> {
  return await db
    .selectFrom('lead_sources')
    .select(['id', 'hook_token'])
    .where(isClear)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Writes only over the token that was read; whether it was still there. */
export async function replaceHook(
  db: Db,
  { id, hook_token }: Pick<LeadSource, 'id' | 'hook_token'>,
  by: string,
): Promise<boolean> {
  return await foundRow(
    db
      .updateTable('lead_sources')
      .set({ hook_token: by })
      .where('id', '=', id)
      .where('hook_token', '=', hook_token),
  )
}

/** Those that are due by the platform's clock and that nobody reads, the longest due first. */
export async function dueSources(
  db: Db,
  clock: Clock,
  platform: Platform,
  now: number,
  limit: number,
): Promise<LeadSource[]> {
  return await live(db)
    .where('platform', '=', platform)
    .where('look_at', '<=', now)
    .where('lease_until', '<=', clock)
    .orderBy('look_at')
    .limit(limit)
    .execute()
}

/** Has what the platform spoke of read soon: by its name there, whoever is linked to it. */
export async function hurrySubject(db: Db, platform: Platform, subject: string): Promise<void> {
  await changeSubject(db, platform, subject, { look_at: 0 })
}

/** Has it read anew soon: whoever reads it now writes down nothing more. Waits for what is being written. */
export async function rereadSubject(db: Db, platform: Platform, subject: string): Promise<void> {
  await changeSubject(db, platform, subject, { look_at: 0, lease_owner: '', lease_until: 0 })
}

async function changeSubject(
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

/** Becomes the one who reads it, if nobody does: then the source as it is now, whatever it was when it was found due. */
export async function leaseSource(
  db: Db,
  clock: Clock,
  { id, lease_owner }: SourceHold,
  durationMs: number,
): Promise<LeadSource | undefined> {
  return await db
    .updateTable('lead_sources')
    .set({ lease_owner, lease_until: sql<number>`${clock} + ${durationMs}` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('lease_until', '<=', clock)
    .returningAll()
    .executeTakeFirst()
}

/** Stays the one who reads it. Whoever lost it does not get it back so: something else may be linked by now. */
export async function renewSource(
  db: Db,
  clock: Clock,
  hold: SourceHold,
  durationMs: number,
): Promise<boolean> {
  return await updateHeldSource(db, hold, { lease_until: sql<number>`${clock} + ${durationMs}` })
}

/** Changes it as the one who reads it; whether that is still so. Held until the transaction ends. */
export async function updateHeldSource(
  db: Db,
  { id, lease_owner }: SourceHold,
  change: UpdateObject<Tables, 'lead_sources'>,
): Promise<boolean> {
  return await foundRow(
    db
      .updateTable('lead_sources')
      .set(change)
      .where('id', '=', id)
      .where('lease_owner', '=', lease_owner)
      .where('ended_at', 'is', null),
  )
}

/** It was read to its end. Unless somebody wants it read sooner since it was begun, it is read again at the given time. */
export async function finishReading(
  db: Db,
  hold: SourceHold,
  begun: number,
  next: number,
  change: Omit<Updateable<LeadSourceTable>, 'look_at'>,
): Promise<boolean> {
  const look_at = sql<number>`case when look_at = ${begun} then ${next} else look_at end`
  return await updateHeldSource(db, hold, { ...change, look_at })
}

/** At the start of the only process: whoever held one is dead. */
export async function freeSources(db: Db): Promise<void> {
  await db
    .updateTable('lead_sources')
    .set({ lease_owner: '', lease_until: 0 })
    // Said literally, so that the index of what is held is known to hold it.
    .where('lease_owner', '<>', sql.lit(''))
    .execute()
}
