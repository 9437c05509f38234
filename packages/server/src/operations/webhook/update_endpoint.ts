import { handler } from '../../pipeline/handler.ts'
import { findLastEventSeq } from '../../store/events.ts'
import { changeEndpoint } from '../../store/webhookEndpoints.ts'
import { requireEndpoint, toEndpointRecord } from './endpointRecord.ts'

export const update_endpoint = handler(
  'webhook/update_endpoint',
  async ({ endpointId, url, types, description, status }, ctx) => {
    const { workspaceId } = ctx.caller
    await requireEndpoint(ctx, endpointId)
    if (url !== undefined && !(await ctx.webhooks.getPostClient(workspaceId).canReach(url)))
      throw ctx.createError('ENDPOINT_URL_NOT_ALLOWED', { field: 'url' })
    const endpoint = await ctx.store.db.transaction().execute(async (transaction) => {
      // The empty update locks the row, so that the decisions below apply to its current state.
      const before = await changeEndpoint(transaction, workspaceId, endpointId, {})
      if (!before) throw ctx.createError('ENDPOINT_NOT_FOUND', { values: { id: endpointId } })
      const isReenabled = status === 'enabled' && before.status === 'disabled'
      const updated = await changeEndpoint(transaction, workspaceId, endpointId, {
        // A new URL gets a new failure period.
        ...(url === undefined || url === before.url ? {} : { url, failing_since: null }),
        ...(types === undefined ? {} : { types: types.join(' ') }),
        ...(description === undefined ? {} : { description }),
        ...(status === undefined ? {} : { status }),
        ...(status === 'disabled' && before.status === 'enabled' ? { reason: 'caller' } : {}),
        // Events from the time while the endpoint was disabled are not sent automatically. The endpoint gets
        // a new failure period.
        ...(isReenabled
          ? { reason: '', failing_since: null, position: await findLastEventSeq(transaction, workspaceId) }
          : {}),
      })
      if (!updated) throw ctx.createError('ENDPOINT_NOT_FOUND', { values: { id: endpointId } })
      await ctx.recordAuditEntry(transaction, {
        subject: endpointId,
        before: { url: before.url, types: before.types, status: before.status },
        after: { url: updated.url, types: updated.types, status: updated.status },
      })
      return updated
    })
    return { endpoint: toEndpointRecord(endpoint, ctx.caller) }
  },
)
