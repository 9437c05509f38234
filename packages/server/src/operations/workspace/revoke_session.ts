import { handler } from '../../pipeline/handler.ts'
import { parseSessionIdHash } from '../../runtime/sessionLifetime.ts'
import { revokeSession } from '../../store/consoleSessions.ts'

export const revoke_session = handler('workspace/revoke_session', async ({ sessionId }, ctx) => {
  const hashPrefix = parseSessionIdHash(sessionId)
  const keyId =
    hashPrefix !== undefined &&
    (await ctx.store.db.transaction().execute(async (transaction) => {
      const revokedSession = await revokeSession(transaction, ctx.caller.workspaceId, hashPrefix)
      if (revokedSession)
        await ctx.recordAuditEntry(transaction, {
          subject: sessionId,
          after: { keyId: revokedSession.key_id },
        })
      return revokedSession?.key_id
    }))
  if (!keyId) throw ctx.createError('SESSION_NOT_FOUND', { field: 'sessionId', values: { id: sessionId } })
  return { sessionId }
})
