import { handler } from '../../pipeline/handler.ts'
import { keysetPage } from '../../pipeline/keyset.ts'
import { listUsersWithConnections } from '../../store/connections.ts'
import { toUserRecord } from './userRecord.ts'

export const list_users = handler('user/list_users', async ({ search }, ctx) => {
  const page = search === undefined ? ctx.page : ctx.page.forList(JSON.stringify([search]))
  const userPage = await keysetPage(page, {
    size: 50,
    decodeKey: ({ createdAt, id = '' }) => ({ createdAt: Number(createdAt), id }),
    read: (from, limit) =>
      listUsersWithConnections(ctx.store.db, ctx.caller.workspaceId, { ...from, search, limit }),
    toPosition: ({ user: { created_at, id } }) => ({ createdAt: String(created_at), id }),
  })
  const users = userPage.rows.map(({ user, connections }) => toUserRecord(user, connections))
  return { users, pagination: page.neighborCursors(userPage) }
})
