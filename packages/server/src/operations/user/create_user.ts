import type { Handler } from '../../handler.ts'
import { makeId } from '../../runtime.ts'
import { insertUser } from '../../store/users.ts'
import { userRecord } from './record.ts'

export const create_user: Handler<'user/create_user'> = async (
  { name, email = '', externalId = '' },
  ctx,
) => {
  const { user, created } = await insertUser(ctx.store.db, {
    workspace_id: ctx.caller.workspaceId,
    id: makeId('usr', ctx.runtime),
    name,
    email,
    external_id: externalId,
    created_at: ctx.runtime.now(),
  })
  return { user: await userRecord(user, ctx), created }
}
