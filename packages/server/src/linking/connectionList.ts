// Lists connections for operators, newest first.

import type { ConnectionHealth } from '@adrail/contract'
import {
  type ConnectionPageQuery,
  type ConnectionWithHealth,
  listNewestConnections,
  listUserConnections,
} from '../store/connections.ts'
import type { Db } from '../store/tables.ts'
import { type HealthReport, reportHealth } from './connectionHealth.ts'

export interface ConnectionListQuery extends ConnectionPageQuery {
  readonly userId?: string
  /** An empty list matches every connection. */
  readonly healths: readonly ConnectionHealth[]
}

export type ListedConnection = ConnectionWithHealth & { readonly report: HealthReport }

const pageSize = 500

/**
 * The reported health is computed from the credential, not stored, so pages are read until enough rows match.
 */
export async function listConnections(
  db: Db,
  workspaceId: string,
  { userId, healths, ...range }: ConnectionListQuery,
  limit: number,
): Promise<ListedConnection[]> {
  const matches: ListedConnection[] = []
  let { after } = range
  for (;;) {
    const page =
      userId === undefined
        ? await listNewestConnections(db, workspaceId, { ...range, ...(after ? { after } : {}) }, pageSize)
        : filterRange(range, await listUserConnections(db, workspaceId, [userId]))
    for (const connection of page) {
      const report = reportHealth(connection)
      if (healths.length === 0 || healths.includes(report.health)) matches.push({ ...connection, report })
      if (matches.length === limit) return matches
    }
    after = page.at(-1)
    if (userId !== undefined || page.length < pageSize) return matches
  }
}

/** A user has at most one connection per platform, so these few rows are filtered and sorted in memory. */
function filterRange(
  { since, until, after }: ConnectionPageQuery,
  connections: readonly ConnectionWithHealth[],
): ConnectionWithHealth[] {
  const isBefore = (a: { created_at: number; id: string }, b: { created_at: number; id: string }) =>
    a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id)
  return connections
    .filter(
      (connection) =>
        connection.created_at >= since &&
        connection.created_at < until &&
        (!after || isBefore(connection, after)),
    )
    .sort((a, b) => (isBefore(a, b) ? 1 : -1))
}
