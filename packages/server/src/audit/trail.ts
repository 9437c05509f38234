// The audit log for readers: oldest first, within a period, filtered by user or event.

import { type AuditEntry, findAuditHead, listAuditEntriesAfter } from '../store/auditEntries.ts'
import type { Db } from '../store/tables.ts'

export interface TrailFilter {
  readonly userId?: string
  readonly event?: string
  readonly since: number
  readonly until: number
}

const pageSize = 500
/** Processes with different clocks write into one chain, so entries need not be ordered by time. */
export const maxEntrySkewMs = 60 * 60 * 1000

/** Yields bounded pages, so that the log may have any length. */
export async function* streamTrail(
  db: Db,
  workspaceId: string,
  { userId, event, since, until }: TrailFilter,
): AsyncGenerator<readonly AuditEntry[]> {
  let last = await findLastNumberBefore(db, workspaceId, since - maxEntrySkewMs)
  for (;;) {
    const entries = await listAuditEntriesAfter(db, workspaceId, last, pageSize)
    yield entries.filter(
      (entry) =>
        entry.at >= since &&
        entry.at < until &&
        (userId === undefined || entry.user_id === userId) &&
        (event === undefined || entry.event === event),
    )
    const lastEntry = entries.at(-1)
    if (!lastEntry || lastEntry.at >= until + maxEntrySkewMs) return
    last = lastEntry.number
  }
}

/**
 * Returns the number of the last entry before a time. Numbers have no gaps, so a binary search needs few
 * reads.
 */
export async function findLastNumberBefore(db: Db, workspaceId: string, time: number): Promise<number> {
  let [low, high] = [0, (await findAuditHead(db, workspaceId))?.number ?? 0]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [entry] = await listAuditEntriesAfter(db, workspaceId, middle - 1, 1)
    if (entry && entry.at < time) low = middle
    else high = middle - 1
  }
  return low
}
