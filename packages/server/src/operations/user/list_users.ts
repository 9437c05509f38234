import { listUsers } from '../../store/users.ts'
import { handler } from '../../waist/handler.ts'
import { keysetPage } from '../../waist/keyset.ts'
import { userRecords } from './record.ts'

export const list_users = handler('user/list_users', async (_, ctx) => {
  const found = await keysetPage(ctx.page, {
    size: 50,
    entryOf: ({ createdAt, id = '' }) => ({ createdAt: Number(createdAt), id }),
    read: (from, limit) => listUsers(ctx.store.db, ctx.caller.workspaceId, { ...from, limit }),
    nameOf: ({ created_at, id }) => ({ createdAt: String(created_at), id }),
  })
  return { users: await userRecords(found.rows, ctx), pagination: ctx.page.around(found) }
})
