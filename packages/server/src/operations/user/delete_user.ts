import { inPieces } from '../../base/pieces.ts'
import { insertErasure } from '../../store/erasures.ts'
import { eraseRequests } from '../../store/journalEntries.ts'
import { deleteUser } from '../../store/users.ts'
import { handler } from '../../waist/handler.ts'

export const delete_user = handler('user/delete_user', async ({ userId }, ctx) => {
  const { workspaceId } = ctx.caller
  // Connections first, so that consents nobody needs any more are ended at the platforms too.
  await ctx.connections.removeAll(workspaceId, userId)
  const existed = await ctx.store.db.transaction().execute(async (transaction) => {
    const deleted = await deleteUser(transaction, workspaceId, userId)
    if (deleted) {
      // Whatever comes between, and whatever of the user's is still under way: the journal's upkeep sees to it.
      const deleted_at = ctx.runtime.now()
      await insertErasure(transaction, { workspace_id: workspaceId, user_id: userId, deleted_at })
      await ctx.record(transaction, { subject: userId, told: {} })
    }
    return deleted
  })
  ctx.users.forget(workspaceId, userId)
  // Another request deleted the user between the check and now.
  if (!existed) throw ctx.refuse('USER_NOT_FOUND')
  await inPieces(ctx.runtime, (most) => eraseRequests(ctx.store.db, workspaceId, userId, most))
  return {}
})
