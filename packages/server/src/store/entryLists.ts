// The writes of a workspace, newest first.

import { type EntryState, entryStates } from './entryStates.ts'
import type { JournalEntry } from './journalEntries.ts'
import type { Db } from './tables.ts'
import { selectUserName } from './users.ts'

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
