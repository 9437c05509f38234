import type { UserRecord } from '@adrail/contract'
import { healthOf } from '../../linking/connectionHealth.ts'
import { nameOf } from '../../platforms/kit/names.ts'
import { type ConnectionWithHealth, connectionsOf } from '../../store/connections.ts'
import type { User } from '../../store/users.ts'
import type { Context } from '../../waist/handler.ts'

type House = Pick<Context<'user/get_profile'>, 'store' | 'caller' | 'linking'>

/** A user as callers see it, with the health of its connections; asked of nobody, while they are known. */
export async function userRecord(user: User, { store, caller, linking }: House): Promise<UserRecord> {
  const { workspaceId } = caller
  const read = () => connectionsOf(store.db, workspaceId, [user.id])
  return recordOf(user, await linking.memory.connectionsOf(workspaceId, user.id, read))
}

export function recordOf(user: User, connections: readonly ConnectionWithHealth[]): UserRecord {
  return {
    userId: user.id,
    name: user.name,
    email: user.email,
    externalId: user.external_id,
    createdAt: new Date(user.created_at).toISOString(),
    connections: told(connections),
  }
}

/** What was told of connections as long as they are remembered: it follows from them alone. */
const toldBefore = new WeakMap<readonly ConnectionWithHealth[], UserRecord['connections']>()

function told(connections: readonly ConnectionWithHealth[]): UserRecord['connections'] {
  const before = toldBefore.get(connections)
  if (before) return before
  const now = connections.map((connection) => ({
    platform: nameOf(connection.platform),
    ...healthOf(connection),
  }))
  toldBefore.set(connections, now)
  return now
}
