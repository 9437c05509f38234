import { makeId } from '../../base/runtime.ts'
import { timeText } from '../../base/timeText.ts'
import { handler } from '../../waist/handler.ts'
import { isTaken, problemOf, sendMessage } from '../../webhooks/sending.ts'
import { requireEndpoint } from './endpointRecord.ts'

export const test_endpoint = handler('webhook/test_endpoint', async ({ endpointId }, ctx) => {
  const endpoint = await requireEndpoint(ctx, endpointId)
  const event = {
    eventId: makeId('evt', ctx.runtime),
    type: 'endpoint.test',
    timestamp: timeText(ctx.runtime.now()),
    userId: '',
    data: { endpointId },
  } as const
  const { eventId } = event
  // The audit entry is written before the message is sent, so that it exists even after a crash.
  await ctx.store.db
    .transaction()
    .execute((transaction) => ctx.record(transaction, { subject: endpointId, after: { eventId } }))
  const posted = await sendMessage(ctx.webhooks, endpoint, event)
  return { delivered: isTaken(posted), status: posted.status, problem: problemOf(posted), eventId }
})
