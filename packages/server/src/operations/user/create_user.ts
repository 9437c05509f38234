import { handler } from '../../pipeline/handler.ts'
import { makeId } from '../../runtime/runtime.ts'
import { insertUser } from '../../store/users.ts'
import { loadUserRecord } from './userRecord.ts'

export const create_user = handler('user/create_user', async ({ name, email = '', externalId = '' }, ctx) => {
  const { user, created } = await ctx.store.db.transaction().execute(async (transaction) => {
    const insertResult = await insertUser(transaction, {
      workspace_id: ctx.caller.workspaceId,
      id: makeId('usr', ctx.runtime),
      name,
      email,
      external_id: externalId,
      created_at: ctx.runtime.now(),
    })
    if (insertResult.created) await ctx.recordAuditEntry(transaction, { subject: insertResult.user.id })
    return insertResult
  })
  return { user: await loadUserRecord(user, ctx), created }
})
