import { inBatches } from '../../concurrency/inBatches.ts'
import { handler } from '../../pipeline/handler.ts'
import { eraseRequests } from '../../store/entryMaintenance.ts'
import { insertErasure } from '../../store/erasures.ts'
import { deleteUser, lockUser } from '../../store/users.ts'

export const delete_user = handler('user/delete_user', async ({ userId }, ctx) => {
  const { workspaceId } = ctx.caller
  // Connections are removed first, so that consents without remaining connections are revoked at the
  // platforms too.
  await ctx.connections.removeAll(workspaceId, userId)
  const endedConnections = await ctx.store.db.transaction().execute(async (transaction) => {
    if (!(await lockUser(transaction, workspaceId, userId))) return undefined
    // A link may have finished since. Deleting the user deletes only its rows, so its consent is ended here.
    const lateConnections = await ctx.connections.endConnectionsOfUser(transaction, workspaceId, userId)
    await deleteUser(transaction, workspaceId, userId)
    // After a crash, or while writes of the user are in progress, the journal's maintenance erases the rest.
    const deleted_at = ctx.runtime.now()
    await insertErasure(transaction, { workspace_id: workspaceId, user_id: userId, deleted_at })
    await ctx.recordAuditEntry(transaction, { subject: userId, eventData: {} })
    return lateConnections
  })
  ctx.users.invalidate(workspaceId, userId)
  // Another request deleted the user after the check.
  if (!endedConnections) throw ctx.createError('USER_NOT_FOUND', { values: { id: userId } })
  await ctx.connections.finalizeEndedConnections(endedConnections)
  await inBatches(ctx.runtime.yieldToLoop, (maxRows) =>
    eraseRequests(ctx.store.db, workspaceId, userId, maxRows),
  )
  return {}
})
