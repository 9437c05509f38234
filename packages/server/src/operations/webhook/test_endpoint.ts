import { makeId } from '../../base/runtime.ts'
import { handler } from '../../waist/handler.ts'
import { isTaken, problemOf, sendMessage } from '../../webhooks/sending.ts'
import { requireEndpoint } from './endpointRecord.ts'

export const test_endpoint = handler('webhook/test_endpoint', async ({ endpointId }, ctx) => {
  const endpoint = await requireEndpoint(ctx, endpointId)
  const id = makeId('evt', ctx.runtime)
  // Before it leaves: whatever comes after, somebody had it sent.
  await ctx.store.db
    .transaction()
    .execute((transaction) => ctx.record(transaction, { subject: endpointId, after: { eventId: id } }))
  const posted = await sendMessage(ctx.webhooks, endpoint, {
    id,
    type: 'endpoint.test',
    occurredAt: ctx.runtime.now(),
    userId: '',
    data: JSON.stringify({ endpointId }),
  })
  return { delivered: isTaken(posted), status: posted.status, problem: problemOf(posted), eventId: id }
})
