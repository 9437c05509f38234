import { handler } from '../../pipeline/handler.ts'
import { keysetPage } from '../../pipeline/keyset.ts'
import { sessionCutoffs, toSessionId } from '../../runtime/sessionLifetime.ts'
import { listSessions } from '../../store/consoleSessions.ts'

export const list_sessions = handler('workspace/list_sessions', async (_, ctx) => {
  const now = ctx.runtime.now()
  const sessionPage = await keysetPage(ctx.page, {
    size: 100,
    decodeKey: ({ hash = '' }) => hash,
    read: (from, limit) =>
      listSessions(ctx.store.db, ctx.caller.workspaceId, { ...sessionCutoffs(now), now }, { ...from, limit }),
    toPosition: ({ id_hash }) => ({ hash: id_hash }),
  })
  return {
    sessions: sessionPage.rows.map(({ id_hash, page, key_id, key_name, created_at, seen_at, address }) => ({
      sessionId: toSessionId(id_hash),
      page,
      keyId: key_id,
      keyName: key_name,
      startedAt: new Date(created_at).toISOString(),
      lastUsedAt: new Date(seen_at).toISOString(),
      address,
    })),
    pagination: ctx.page.neighborCursors(sessionPage),
  }
})
