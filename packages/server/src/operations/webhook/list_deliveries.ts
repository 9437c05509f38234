import { handler } from '../../pipeline/handler.ts'
import { keysetPage } from '../../pipeline/keyset.ts'
import { formatTime } from '../../runtime/formatTime.ts'
import { type ListedDelivery, listDeliveries } from '../../store/webhookDeliveries.ts'
import { serializeMessage, toDeliveredEvent } from '../../webhooks/sendMessage.ts'
import { requireEndpoint } from './endpointRecord.ts'

export const list_deliveries = handler('webhook/list_deliveries', async ({ endpointId, state }, ctx) => {
  const { id } = await requireEndpoint(ctx, endpointId)
  const deliveryPage = await keysetPage(ctx.page, {
    size: 50,
    decodeKey: ({ seq }) => Number(seq),
    // The list is newest first, so the page after an entry contains earlier deliveries.
    read: ({ after: before, before: after }, limit) =>
      listDeliveries(ctx.store.db, id, { limit, state, before, after }),
    toPosition: ({ seq }) => ({ seq: String(seq) }),
  })
  return {
    deliveries: deliveryPage.rows.map((row) => ({
      eventId: row.event_id,
      type: row.type,
      state: row.state,
      attempts: row.attempts,
      status: row.status,
      problem: row.problem,
      payload: formatPayload(row),
      response: ctx.caller.scopes.has('admin') ? row.response : '',
      attemptedAt: formatTime(row.attempted_at),
      nextAttemptAt: row.state === 'pending' ? formatTime(row.next_at) : '',
    })),
    pagination: ctx.page.neighborCursors(deliveryPage),
  }
})

function formatPayload(delivery: ListedDelivery): string {
  const event = toDeliveredEvent(delivery)
  return event ? serializeMessage(event) : ''
}
