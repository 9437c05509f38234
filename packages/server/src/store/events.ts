// The events of workspaces.

import type { Insertable, Selectable } from 'kysely'
import type { Db, EventTable } from './tables.ts'

export type StoredEvent = Selectable<EventTable>

/**
 * Reserves the next event numbers of a workspace, locked until the transaction ends. Returns the last of
 * them.
 */
export async function reserveEventNumbers(db: Db, workspaceId: string, count: number): Promise<number> {
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

/**
 * Databases limit the number of values in one statement. One person may have shared an account with thousands
 * of users.
 */
const maxEventsPerInsert = 1000

export async function insertEvents(db: Db, events: readonly Insertable<EventTable>[]): Promise<void> {
  for (let from = 0; from < events.length; from += maxEventsPerInsert)
    await db
      .insertInto('events')
      .values(events.slice(from, from + maxEventsPerInsert))
      .execute()
}

/** Returns the number of the workspace's last event. All events up to it are visible from now on. */
export async function findLastEventSeq(db: Db, workspaceId: string): Promise<number> {
  const head = await db
    .selectFrom('audit_heads')
    .select('event_seq')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return head?.event_seq ?? 0
}

/** Returns the number of the last event that was deleted because of its age, or 0. */
export async function findLastPrunedSeq(db: Db, workspaceId: string): Promise<number> {
  const head = await db
    .selectFrom('audit_heads')
    .select('events_pruned_to')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return head?.events_pruned_to ?? 0
}

/** Lists events of a workspace, or of one of its users, between two numbers, from either end. */
export async function listEventsBetween(
  db: Db,
  workspaceId: string,
  range: {
    readonly after: number
    readonly upTo: number
    readonly order: 'asc' | 'desc'
    readonly limit: number
    readonly userId?: string
  },
): Promise<StoredEvent[]> {
  const { after, upTo, order, limit, userId } = range
  const events = db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq', order)
    .limit(limit)
  return await (userId === undefined ? events : events.where('user_id', '=', userId)).execute()
}

/** Lists workspaces with audit entries or events, in the order of their ids. */
export async function listEventWorkspacesAfter(
  db: Db,
  workspaceId: string,
  limit: number,
): Promise<string[]> {
  const heads = await db
    .selectFrom('audit_heads')
    .select('workspace_id')
    .where('workspace_id', '>', workspaceId)
    .orderBy('workspace_id')
    .limit(limit)
    .execute()
  return heads.map(({ workspace_id }) => workspace_id)
}

/**
 * Deletes the oldest events of a workspace that happened before a time. Returns their number. An event with a
 * later time protects all events after it, so the remaining events have no gaps.
 */
export async function pruneEvents(
  db: Db,
  workspaceId: string,
  before: number,
  limit: number,
): Promise<number> {
  const oldest = await selectOldestEvents(db, workspaceId, limit).execute()
  const firstRecentIndex = oldest.findIndex(({ occurred_at }) => occurred_at >= before)
  const prunedSeqs = oldest
    .slice(0, firstRecentIndex < 0 ? oldest.length : firstRecentIndex)
    .map(({ seq }) => seq)
  if (prunedSeqs.length === 0) return 0
  // The position is raised first, so that no reader mistakes a deleted event for a lead without an event.
  await db
    .updateTable('audit_heads')
    .set({ events_pruned_to: Math.max(...prunedSeqs) })
    .where('workspace_id', '=', workspaceId)
    .where('events_pruned_to', '<', Math.max(...prunedSeqs))
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('events')
    .where('workspace_id', '=', workspaceId)
    .where('seq', 'in', prunedSeqs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function selectOldestEvents(db: Db, workspaceId: string, limit: number) {
  return db
    .selectFrom('events')
    .select(['seq', 'occurred_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('seq')
    .limit(limit)
}
