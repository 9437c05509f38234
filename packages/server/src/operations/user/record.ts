import type { UserRecord } from '@adrail/contract'
import { healthOf } from '../../linking/connectionHealth.ts'
import { nameOf } from '../../platforms/kit/names.ts'
import { type ConnectionWithHealth, connectionsOf } from '../../store/connections.ts'
import type { User } from '../../store/users.ts'
import type { Context } from '../../waist/handler.ts'

type House = Pick<Context<'user/get_profile'>, 'store' | 'caller' | 'linking'>

/** The connections come from the cache if possible, so that the record needs no query. */
export async function userRecord(user: User, { store, caller, linking }: House): Promise<UserRecord> {
  const { workspaceId } = caller
  const read = () => connectionsOf(store.db, workspaceId, [user.id])
  return recordOf(user, await linking.memory.connectionsOf(workspaceId, user.id, read))
}

/** A record depends only on the user and the cached connections, so it is computed once per cache entry. */
const toldBefore = new WeakMap<readonly ConnectionWithHealth[], { user: User; record: UserRecord }>()

export function recordOf(user: User, connections: readonly ConnectionWithHealth[]): UserRecord {
  const before = toldBefore.get(connections)
  if (before?.user === user) return before.record
  const record = {
    userId: user.id,
    name: user.name,
    email: user.email,
    externalId: user.external_id,
    createdAt: new Date(user.created_at).toISOString(),
    connections: connections.map((connection) => ({
      platform: nameOf(connection.platform),
      ...healthOf(connection),
    })),
  }
  toldBefore.set(connections, { user, record })
  return record
}
