import { usersWithConnections } from '../../store/connections.ts'
import { handler } from '../../waist/handler.ts'
import { keysetPage } from '../../waist/keyset.ts'
import { recordOf } from './record.ts'

export const list_users = handler('user/list_users', async ({ search }, ctx) => {
  const page = search === undefined ? ctx.page : ctx.page.of(JSON.stringify([search]))
  const found = await keysetPage(page, {
    size: 50,
    entryOf: ({ createdAt, id = '' }) => ({ createdAt: Number(createdAt), id }),
    read: (from, limit) =>
      usersWithConnections(ctx.store.db, ctx.caller.workspaceId, { ...from, search, limit }),
    nameOf: ({ user: { created_at, id } }) => ({ createdAt: String(created_at), id }),
  })
  const users = found.rows.map(({ user, connections }) => recordOf(user, connections))
  return { users, pagination: page.around(found) }
})
