import { handler } from '../../pipeline/handler.ts'
import { toPlatform } from '../../platforms/connector-kit/platformNames.ts'

export const remove_link = handler('auth/remove_link', async ({ userId, platform }, ctx) => {
  await ctx.connections.remove(
    ctx.caller.workspaceId,
    userId,
    toPlatform(platform),
    (transaction, connectionId) =>
      ctx.recordAuditEntry(transaction, { subject: connectionId, before: { platform } }),
  )
  return {}
})
