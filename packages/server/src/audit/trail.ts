// The record as somebody reads it: oldest first, from a time on, of one user or one event.

import { type AuditEntry, auditHead, entriesAfter } from '../store/auditEntries.ts'
import type { Db } from '../store/tables.ts'

export interface EntriesWanted {
  readonly userId?: string
  readonly event?: string
  readonly since: number
  readonly until: number
}

const pageSize = 500
/** Processes on machines whose clocks differ write into one chain: their entries need not be in the order of time. */
export const mostSkewMs = 60 * 60 * 1000

/** Page by page, each bounded, so that the record may be of any length. */
export async function* trailOf(
  db: Db,
  workspaceId: string,
  { userId, event, since, until }: EntriesWanted,
): AsyncGenerator<readonly AuditEntry[]> {
  let last = await lastBefore(db, workspaceId, since - mostSkewMs)
  for (;;) {
    const entries = await entriesAfter(db, workspaceId, last, pageSize)
    yield entries.filter(
      (entry) =>
        entry.at >= since &&
        entry.at < until &&
        (userId === undefined || entry.user_id === userId) &&
        (event === undefined || entry.event === event),
    )
    const end = entries.at(-1)
    if (!end || end.at >= until + mostSkewMs) return
    last = end.number
  }
}

/** The number of the last entry before a time: numbers have no gaps, so that halving finds it in a few looks. */
export async function lastBefore(db: Db, workspaceId: string, time: number): Promise<number> {
  let [low, high] = [0, (await auditHead(db, workspaceId))?.number ?? 0]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [entry] = await entriesAfter(db, workspaceId, middle - 1, 1)
    if (entry && entry.at < time) low = middle
    else high = middle - 1
  }
  return low
}
