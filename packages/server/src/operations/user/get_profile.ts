import { ServiceError } from '../../base/errors.ts'
import { findUserByExternalId } from '../../store/users.ts'
import type { Handler } from '../../waist/handler.ts'
import { userRecord } from './record.ts'

export const get_profile: Handler<'user/get_profile'> = async ({ externalId = '' }, ctx) => {
  const user = ctx.user ?? (await findUserByExternalId(ctx.store.db, ctx.caller.workspaceId, externalId))
  if (!user) throw new ServiceError('USER_NOT_FOUND')
  return { user: await userRecord(user, ctx) }
}
