import { handler } from '../../pipeline/handler.ts'
import { formatTime } from '../../runtime/formatTime.ts'
import { makeId } from '../../runtime/runtime.ts'
import { describeFailure, isDelivered, sendMessage } from '../../webhooks/sendMessage.ts'
import { requireEndpoint } from './endpointRecord.ts'

export const test_endpoint = handler('webhook/test_endpoint', async ({ endpointId }, ctx) => {
  const endpoint = await requireEndpoint(ctx, endpointId)
  const event = {
    eventId: makeId('evt', ctx.runtime),
    type: 'endpoint.test',
    timestamp: formatTime(ctx.runtime.now()),
    userId: '',
    data: { endpointId },
  } as const
  const { eventId } = event
  // The audit entry is written before the message is sent, so that it exists even after a crash.
  await ctx.store.db
    .transaction()
    .execute((transaction) => ctx.recordAuditEntry(transaction, { subject: endpointId, after: { eventId } }))
  const deliveryResult = await sendMessage(ctx.webhooks, endpoint, event)
  return {
    delivered: isDelivered(deliveryResult),
    status: deliveryResult.status,
    problem: describeFailure(deliveryResult),
    eventId,
  }
})
