// What workspaces are told.

import type { Insertable, Selectable } from 'kysely'
import type { Db, EventTable } from './tables.ts'

export type StoredEvent = Selectable<EventTable>

/** Takes the next numbers of a workspace, held until the transaction ends; the last of them. */
export async function numberEvents(db: Db, workspaceId: string, count: number): Promise<number> {
  const { event_seq } = await db
    .insertInto('audit_heads')
    .values({ workspace_id: workspaceId, number: 0, hash: '', event_seq: count })
    .onConflict((conflict) =>
      conflict
        .column('workspace_id')
        .doUpdateSet((set) => ({ event_seq: set('audit_heads.event_seq', '+', count) })),
    )
    .returning('event_seq')
    .executeTakeFirstOrThrow()
  return event_seq
}

/** Databases take so many values at once and no more; one person may have lent an account to thousands of users. */
const mostAtOnce = 1000

export async function appendEvents(db: Db, events: readonly Insertable<EventTable>[]): Promise<void> {
  for (let from = 0; from < events.length; from += mostAtOnce)
    await db
      .insertInto('events')
      .values(events.slice(from, from + mostAtOnce))
      .execute()
}

/** The number of the workspace's last event. All events up to it can be seen from now on. */
export async function lastEventSeq(db: Db, workspaceId: string): Promise<number> {
  const head = await db
    .selectFrom('audit_heads')
    .select('event_seq')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return head?.event_seq ?? 0
}

/** Events of a workspace, or of one of its users, in their order: after a number, up to another. */
export async function eventsAfter(
  db: Db,
  workspaceId: string,
  page: { readonly after: number; readonly upTo: number; readonly limit: number; readonly userId?: string },
): Promise<StoredEvent[]> {
  const { after, upTo, limit, userId } = page
  const events = db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
  return await (userId === undefined ? events : events.where('user_id', '=', userId)).execute()
}
