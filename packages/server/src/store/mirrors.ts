// Connected ad accounts whose campaigns are polled. A process that postpones the next poll of an account has
// acquired the account. The new time is its lease.

import type { Platform } from '@adrail/contract'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { changesRow } from './changesRow.ts'
import type { Db, MirrorTable } from './tables.ts'

export type Mirror = Selectable<MirrorTable>

/** The lease of an account. */
export type MirrorLease = Pick<Mirror, 'id' | 'look_at'>

/** The initial state of a mirror: unread and due at once. */
export const unreadMirror = {
  account_name: '',
  currency_code: '',
  time_zone: '',
  look_at: 0,
  read_at: null,
  figures_at: null,
  figures_since: '',
  open_days: 0,
  account_level: '',
  campaign_level: '',
  problem: '',
  ended_at: null,
} as const

const selectLive = (db: Db) => db.selectFrom('mirrors').selectAll().where('ended_at', 'is', null)

/** Inserts mirrors. A connection that has one is left unchanged. */
export async function insertMirrors(db: Db, mirrors: readonly Insertable<MirrorTable>[]): Promise<void> {
  if (mirrors.length === 0) return
  await db
    .insertInto('mirrors')
    .values(mirrors)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findMirror(
  db: Db,
  workspaceId: string,
  userId: string,
  platform: Platform,
): Promise<Mirror | undefined> {
  return await selectLive(db)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .executeTakeFirst()
}

/** Lists mirrors that are due by the platform's clock, those that are due longest first. */
export async function listDueMirrors(
  db: Db,
  platform: Platform,
  now: number,
  limit: number,
): Promise<Mirror[]> {
  return await selectLive(db)
    .where('platform', '=', platform)
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(limit)
    .execute()
}

/**
 * Changes the mirror as the owner of its lease, and locks the row until the transaction ends. Returns whether
 * the owner still has the lease.
 */
export async function updateLeasedMirror(
  db: Db,
  { id, look_at }: MirrorLease,
  change: Updateable<MirrorTable>,
): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('mirrors')
      .set(change)
      .where('id', '=', id)
      .where('look_at', '=', look_at)
      .where('ended_at', 'is', null),
  )
}

/** Makes a mirror due. A process that reads the account at this moment loses its lease. */
export async function wakeMirror(
  db: Db,
  workspaceId: string,
  userId: string,
  platform: Platform,
): Promise<void> {
  await db
    .updateTable('mirrors')
    .set({ look_at: 0, problem: '' })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('ended_at', 'is', null)
    .execute()
}
