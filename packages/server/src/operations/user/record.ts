import type { UserRecord } from '@adrail/contract'
import { healthOf } from '../../linking/connectionHealth.ts'
import { nameOf } from '../../platforms/kit/names.ts'
import { connectionsOf } from '../../store/connections.ts'
import type { User } from '../../store/users.ts'
import type { Context } from '../../waist/handler.ts'

type House = Pick<Context<'user/get_profile'>, 'store' | 'caller'>

/** Users as callers see them, with the health of their connections: one query for all of them. */
export async function userRecords(users: readonly User[], ctx: House): Promise<UserRecord[]> {
  const connections = await connectionsOf(
    ctx.store.db,
    ctx.caller.workspaceId,
    users.map(({ id }) => id),
  )
  return users.map((user) => ({
    userId: user.id,
    name: user.name,
    email: user.email,
    externalId: user.external_id,
    createdAt: new Date(user.created_at).toISOString(),
    connections: connections
      .filter(({ user_id }) => user_id === user.id)
      .map((connection) => ({ platform: nameOf(connection.platform), ...healthOf(connection) })),
  }))
}

export async function userRecord(user: User, ctx: House): Promise<UserRecord> {
  const [record] = await userRecords([user], ctx)
  if (!record) throw new Error('A user has no record.')
  return record
}
