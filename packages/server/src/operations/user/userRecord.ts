import type { UserRecord } from '@adrail/contract'
import { reportHealth } from '../../linking/connectionHealth.ts'
import type { HandlerContext } from '../../pipeline/handler.ts'
import { toLinkPlatform } from '../../platforms/connector-kit/platformNames.ts'
import { type ConnectionWithHealth, listUserConnections } from '../../store/connections.ts'
import type { User } from '../../store/users.ts'

type UserRecordDeps = Pick<HandlerContext<'user/get_profile'>, 'store' | 'caller' | 'linking'>

/** The connections come from the cache if possible, so that the record needs no query. */
export async function loadUserRecord(
  user: User,
  { store, caller, linking }: UserRecordDeps,
): Promise<UserRecord> {
  const { workspaceId } = caller
  const readConnections = () => listUserConnections(store.db, workspaceId, [user.id])
  return toUserRecord(user, await linking.cache.getConnections(workspaceId, user.id, readConnections))
}

/** A record depends only on the user and the cached connections, so it is computed once per cache entry. */
const recordCache = new WeakMap<readonly ConnectionWithHealth[], { user: User; record: UserRecord }>()

export function toUserRecord(user: User, connections: readonly ConnectionWithHealth[]): UserRecord {
  const cacheEntry = recordCache.get(connections)
  if (cacheEntry?.user === user) return cacheEntry.record
  const record = {
    userId: user.id,
    name: user.name,
    email: user.email,
    externalId: user.external_id,
    createdAt: new Date(user.created_at).toISOString(),
    connections: connections.map((connection) => ({
      platform: toLinkPlatform(connection.platform),
      ...reportHealth(connection),
    })),
  }
  recordCache.set(connections, { user, record })
  return record
}
