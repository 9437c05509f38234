import type { Page, Position } from '../../platforms/kit/page.ts'
import { listUsers, type User, type UserPosition } from '../../store/users.ts'
import { type Context, handler } from '../../waist/handler.ts'
import { userRecords } from './record.ts'

const pageSize = 50

export const list_users = handler('user/list_users', async (_, ctx) => {
  const found = await pageOfUsers(ctx)
  return { users: await userRecords(found.rows, ctx), pagination: ctx.page.around(found) }
})

/** Newest first. A position says from which user to go on, and which way. */
async function pageOfUsers({ page, store, caller }: Context<'user/list_users'>): Promise<Page<User>> {
  const { position } = page
  const backwards = position?.['way'] === 'before'
  const from = position && { [backwards ? 'before' : 'after']: userPosition(position) }
  // One more than a page tells whether there is another one behind it.
  const found = await listUsers(store.db, caller.workspaceId, { limit: pageSize + 1, ...from })
  const more = found.length > pageSize
  const rows = backwards ? found.slice(more ? 1 : 0) : found.slice(0, pageSize)

  const [first, last] = [rows.at(0), rows.at(-1)]
  const newerExist = backwards ? more : position !== undefined
  const olderExist = backwards || more
  return {
    rows,
    ...(last && olderExist ? { next: positionOf(last, 'after') } : {}),
    ...(first && newerExist ? { previous: positionOf(first, 'before') } : {}),
  }
}

function positionOf({ created_at, id }: User, way: 'after' | 'before'): Position {
  return { way, createdAt: String(created_at), id }
}

function userPosition({ createdAt, id = '' }: Position): UserPosition {
  return { createdAt: Number(createdAt), id }
}
