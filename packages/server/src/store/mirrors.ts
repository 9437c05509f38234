// Connected ad accounts whose campaigns are looked at. Processes divide them: whoever puts a look off does it, and holds the
// account by the time that it was put off to.

import type { Platform } from '@adrail/contract'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { foundRow } from './foundRow.ts'
import type { Db, MirrorTable } from './tables.ts'

export type Mirror = Selectable<MirrorTable>

/** Who looks at an account. */
export type MirrorHold = Pick<Mirror, 'id' | 'look_at'>

const live = (db: Db) => db.selectFrom('mirrors').selectAll().where('ended_at', 'is', null)

/** Nothing happens to a connection that has one. */
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
  return await live(db)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .executeTakeFirst()
}

/** Those that are due by the platform's clock, the longest due first. */
export async function dueMirrors(db: Db, platform: Platform, now: number, limit: number): Promise<Mirror[]> {
  return await live(db)
    .where('platform', '=', platform)
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(limit)
    .execute()
}

/** Changes it as the one who holds it; whether that is still so. Held until the transaction ends. */
export async function updateHeldMirror(
  db: Db,
  { id, look_at }: MirrorHold,
  change: Updateable<MirrorTable>,
): Promise<boolean> {
  return await foundRow(
    db
      .updateTable('mirrors')
      .set(change)
      .where('id', '=', id)
      .where('look_at', '=', look_at)
      .where('ended_at', 'is', null),
  )
}

/** Has an account looked at soon; whoever looks at it just now begins anew. */
export async function hurryMirror(
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
