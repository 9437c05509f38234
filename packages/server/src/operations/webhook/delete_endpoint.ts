import { inBatches } from '../../concurrency/inBatches.ts'
import { handler } from '../../pipeline/handler.ts'
import { deleteDeliveries } from '../../store/webhookDeliveries.ts'
import { deleteEndpoint } from '../../store/webhookEndpoints.ts'

export const delete_endpoint = handler('webhook/delete_endpoint', async ({ endpointId }, ctx) => {
  await ctx.store.db.transaction().execute(async (transaction) => {
    if (!(await deleteEndpoint(transaction, ctx.caller.workspaceId, endpointId)))
      throw ctx.createError('ENDPOINT_NOT_FOUND', { values: { id: endpointId } })
    await ctx.recordAuditEntry(transaction, { subject: endpointId })
  })
  // Deliveries that remain after a crash are pruned when their retention ends.
  await inBatches(ctx.runtime.yieldToLoop, (maxRows) => deleteDeliveries(ctx.store.db, endpointId, maxRows))
  return {}
})
