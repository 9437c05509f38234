import { handler } from '../../pipeline/handler.ts'
import { findUserByExternalId } from '../../store/users.ts'
import { loadUserRecord } from './userRecord.ts'

export const get_profile = handler('user/get_profile', async ({ externalId = '' }, ctx) => {
  const user = ctx.user ?? (await findUserByExternalId(ctx.store.db, ctx.caller.workspaceId, externalId))
  if (!user) throw ctx.createError('USER_NOT_FOUND', { values: { id: externalId } })
  return { user: await loadUserRecord(user, ctx) }
})
