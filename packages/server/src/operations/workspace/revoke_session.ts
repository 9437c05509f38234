import { handler } from '../../pipeline/handler.ts'
import { parseSessionIdHash } from '../../runtime/sessionLifetime.ts'
import { revokeSession } from '../../store/consoleSessions.ts'

export const revoke_session = handler('workspace/revoke_session', async ({ sessionId }, ctx) => {
  const start = parseSessionIdHash(sessionId)
  const keyId =
    start !== undefined &&
    (await ctx.store.db.transaction().execute(async (transaction) => {
      const revoked = await revokeSession(transaction, ctx.caller.workspaceId, start)
      if (revoked) await ctx.record(transaction, { subject: sessionId, after: { keyId: revoked.key_id } })
      return revoked?.key_id
    }))
  if (!keyId) throw ctx.refuse('SESSION_NOT_FOUND', { field: 'sessionId' })
  return { sessionId }
})
