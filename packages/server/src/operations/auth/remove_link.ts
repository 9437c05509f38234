import { toPlatform } from '../../platforms/kit/names.ts'
import { handler } from '../../waist/handler.ts'

export const remove_link = handler('auth/remove_link', async ({ userId, platform }, ctx) => {
  await ctx.connections.remove(
    ctx.caller.workspaceId,
    userId,
    toPlatform(platform),
    (transaction, connectionId) => ctx.record(transaction, { subject: connectionId, before: { platform } }),
  )
  return {}
})
