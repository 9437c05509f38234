import { inPieces } from '../../base/pieces.ts'
import { insertErasure } from '../../store/erasures.ts'
import { eraseRequests } from '../../store/journalEntries.ts'
import { deleteUser, holdUser } from '../../store/users.ts'
import { handler } from '../../waist/handler.ts'

export const delete_user = handler('user/delete_user', async ({ userId }, ctx) => {
  const { workspaceId } = ctx.caller
  // Connections first, so that consents nobody needs any more are ended at the platforms too.
  await ctx.connections.removeAll(workspaceId, userId)
  const ended = await ctx.store.db.transaction().execute(async (transaction) => {
    if (!(await holdUser(transaction, workspaceId, userId))) return undefined
    // Of a link that was finished meanwhile nothing else would be ended: the rows alone go with the user.
    const linkedSince = await ctx.connections.endWithUser(transaction, workspaceId, userId)
    await deleteUser(transaction, workspaceId, userId)
    // Whatever comes between, and whatever of the user's is still under way: the journal's upkeep sees to it.
    const deleted_at = ctx.runtime.now()
    await insertErasure(transaction, { workspace_id: workspaceId, user_id: userId, deleted_at })
    await ctx.record(transaction, { subject: userId, told: {} })
    return linkedSince
  })
  ctx.users.forget(workspaceId, userId)
  // Another request deleted the user between the check and now.
  if (!ended) throw ctx.refuse('USER_NOT_FOUND')
  await ctx.connections.settleEnded(ended)
  await inPieces(ctx.runtime.turn, (most) => eraseRequests(ctx.store.db, workspaceId, userId, most))
  return {}
})
