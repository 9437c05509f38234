import { idFrom } from '../../base/runtime.ts'
import { lastEventSeq } from '../../store/events.ts'
import type { Db } from '../../store/tables.ts'
import { deliverAgain, firstEventSince } from '../../store/webhookDeliveries.ts'
import { goBack } from '../../store/webhookEndpoints.ts'
import { handler } from '../../waist/handler.ts'
import { requireEndpoint } from './endpointRecord.ts'

export const replay = handler(
  'webhook/replay',
  async ({ endpointId, eventId, since = '', includeDelivered }, ctx) => {
    const { workspaceId } = ctx.caller
    const endpoint = await requireEndpoint(ctx, endpointId)
    if (endpoint.status === 'disabled') throw ctx.refuse('ENDPOINT_DISABLED')
    return await ctx.store.db.transaction().execute(async (transaction) => {
      const events =
        eventId === undefined ? await goBackTo(transaction) : await sendAgain(transaction, eventId)
      // The record is written last because it locks the workspace's head. A transaction that holds this
      // lock must not wait for another lock.
      await ctx.record(transaction, {
        subject: endpointId,
        after: eventId === undefined ? { since, includeDelivered } : { eventId },
      })
      return { events }
    })

    async function sendAgain(transaction: Db, id: string): Promise<number> {
      if (!(await deliverAgain(transaction, endpoint, id, ctx.runtime.now())))
        throw ctx.refuse('EVENT_NOT_FOUND')
      return 1
    }

    async function goBackTo(transaction: Db): Promise<number> {
      const first = await firstEventSince(transaction, workspaceId, idFrom('evt', Date.parse(since)))
      if (first === undefined) return 0
      await goBack(transaction, endpoint, first - 1, includeDelivered)
      return (await lastEventSeq(transaction, workspaceId)) - first + 1
    }
  },
)
