import { timeText } from '../../base/timeText.ts'
import { type ListedDelivery, listDeliveries } from '../../store/webhookDeliveries.ts'
import { handler } from '../../waist/handler.ts'
import { keysetPage } from '../../waist/keyset.ts'
import { deliveredEvent, messageBody } from '../../webhooks/sending.ts'
import { requireEndpoint } from './endpointRecord.ts'

export const list_deliveries = handler('webhook/list_deliveries', async ({ endpointId, state }, ctx) => {
  const { id } = await requireEndpoint(ctx, endpointId)
  const found = await keysetPage(ctx.page, {
    size: 50,
    entryOf: ({ seq }) => Number(seq),
    // The list is newest first, so the page after an entry contains earlier deliveries.
    read: ({ after: before, before: after }, limit) =>
      listDeliveries(ctx.store.db, id, { limit, state, before, after }),
    nameOf: ({ seq }) => ({ seq: String(seq) }),
  })
  return {
    deliveries: found.rows.map((row) => ({
      eventId: row.event_id,
      type: row.type,
      state: row.state,
      attempts: row.attempts,
      status: row.status,
      problem: row.problem,
      payload: payloadOf(row),
      response: ctx.caller.scopes.has('admin') ? row.response : '',
      attemptedAt: timeText(row.attempted_at),
      nextAttemptAt: row.state === 'pending' ? timeText(row.next_at) : '',
    })),
    pagination: ctx.page.around(found),
  }
})

function payloadOf(delivery: ListedDelivery): string {
  const event = deliveredEvent(delivery)
  return event ? messageBody(event) : ''
}
