// Lists connections for operators, newest first.

import type { ConnectionHealth } from '@adrail/contract'
import {
  type ConnectionsAsked,
  type ConnectionWithHealth,
  connectionsOf,
  newestConnections,
} from '../store/connections.ts'
import type { Db } from '../store/tables.ts'
import { type Health, healthOf } from './connectionHealth.ts'

export interface ConnectionsWanted extends ConnectionsAsked {
  readonly userId?: string
  /** An empty list matches every connection. */
  readonly healths: readonly ConnectionHealth[]
}

export type ListedConnection = ConnectionWithHealth & { readonly told: Health }

const pageSize = 500

/**
 * The reported health is computed from the credential, not stored, so pages are read until enough rows match.
 */
export async function listConnections(
  db: Db,
  workspaceId: string,
  { userId, healths, ...asked }: ConnectionsWanted,
  limit: number,
): Promise<ListedConnection[]> {
  const found: ListedConnection[] = []
  let { after } = asked
  for (;;) {
    const page =
      userId === undefined
        ? await newestConnections(db, workspaceId, { ...asked, ...(after ? { after } : {}) }, pageSize)
        : within(asked, await connectionsOf(db, workspaceId, [userId]))
    for (const connection of page) {
      const told = healthOf(connection)
      if (healths.length === 0 || healths.includes(told.health)) found.push({ ...connection, told })
      if (found.length === limit) return found
    }
    after = page.at(-1)
    if (userId !== undefined || page.length < pageSize) return found
  }
}

/** A user has at most one connection per platform, so these few rows are filtered and sorted in memory. */
function within(
  { since, until, after }: ConnectionsAsked,
  connections: readonly ConnectionWithHealth[],
): ConnectionWithHealth[] {
  const isBefore = (a: { created_at: number; id: string }, b: { created_at: number; id: string }) =>
    a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id)
  return connections
    .filter(
      (each) => each.created_at >= since && each.created_at < until && (!after || isBefore(each, after)),
    )
    .sort((a, b) => (isBefore(a, b) ? 1 : -1))
}
