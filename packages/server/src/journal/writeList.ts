// Writes as operators and callers look them up: newest first, a page at a time.

import {
  type EntriesAsked,
  type EntryState,
  entryStates,
  type ListedEntry,
  newestEntries,
} from '../store/journalEntries.ts'
import type { Db } from '../store/tables.ts'

export interface WritesAsked extends Omit<EntriesAsked, 'state'> {
  /** Of any of these; of all when it is empty. */
  readonly states: readonly EntryState[]
}

/** Each state has its own part of the index; the newest of all are among the newest of each. */
export async function listWrites(
  db: Db,
  workspaceId: string,
  { states, ...asked }: WritesAsked,
  limit: number,
): Promise<ListedEntry[]> {
  const wanted = states.length === 0 ? entryStates : states
  const pages = await Promise.all(
    wanted.map((state) => newestEntries(db, workspaceId, { ...asked, state }, limit)),
  )
  return pages.flat().sort(newestFirst).slice(0, limit)
}

function newestFirst(a: ListedEntry, b: ListedEntry): number {
  return b.created_at - a.created_at || (a.id < b.id ? 1 : -1)
}
