import { listUsers, type User, type UserPosition } from '../../store/users.ts'
import type { Handler } from '../../waist/handler.ts'
import { userRecords } from './record.ts'

const pageSize = 50

/** What a cursor of this operation holds. */
type Position = { readonly after: UserPosition } | { readonly before: UserPosition }

export const list_users: Handler<'user/list_users'> = async ({ pagination }, ctx) => {
  // The seal proves that the cursor was made below.
  const position = ctx.cursors.read(pagination) as Position | undefined
  const backwards = position !== undefined && 'before' in position
  // One more than a page tells whether there is another one behind it.
  const found = await listUsers(ctx.store.db, ctx.caller.workspaceId, { limit: pageSize + 1, ...position })
  const more = found.length > pageSize
  const users = backwards ? found.slice(more ? 1 : 0) : found.slice(0, pageSize)

  const first = users.at(0)
  const last = users.at(-1)
  const newerExist = backwards ? more : position !== undefined
  const olderExist = backwards ? true : more
  return {
    users: await userRecords(users, ctx),
    pagination: {
      next: last && olderExist ? ctx.cursors.make({ after: positionOf(last) }) : '',
      previous: first && newerExist ? ctx.cursors.make({ before: positionOf(first) }) : '',
    },
  }
}

function positionOf(user: User): UserPosition {
  return { createdAt: user.created_at, id: user.id }
}
