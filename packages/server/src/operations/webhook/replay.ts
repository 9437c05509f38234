import { handler } from '../../pipeline/handler.ts'
import { minIdAt } from '../../runtime/runtime.ts'
import { findLastEventSeq } from '../../store/events.ts'
import type { Db } from '../../store/tables.ts'
import { findFirstEventSince, redeliverEvent } from '../../store/webhookDeliveries.ts'
import { rewindEndpoint } from '../../store/webhookEndpoints.ts'
import { requireEndpoint } from './endpointRecord.ts'

export const replay = handler(
  'webhook/replay',
  async ({ endpointId, eventId, since = '', includeDelivered }, ctx) => {
    const { workspaceId } = ctx.caller
    const endpoint = await requireEndpoint(ctx, endpointId)
    if (endpoint.status === 'disabled') throw ctx.createError('ENDPOINT_DISABLED')
    return await ctx.store.db.transaction().execute(async (transaction) => {
      const events = eventId === undefined ? await rewind(transaction) : await redeliver(transaction, eventId)
      // The record is written last because it locks the workspace's head. A transaction that holds this
      // lock must not wait for another lock.
      await ctx.recordAuditEntry(transaction, {
        subject: endpointId,
        after: eventId === undefined ? { since, includeDelivered } : { eventId },
      })
      return { events }
    })

    async function redeliver(transaction: Db, id: string): Promise<number> {
      if (!(await redeliverEvent(transaction, endpoint, id, ctx.runtime.now())))
        throw ctx.createError('EVENT_NOT_FOUND', { values: { id } })
      return 1
    }

    async function rewind(transaction: Db): Promise<number> {
      const firstSeq = await findFirstEventSince(transaction, workspaceId, minIdAt('evt', Date.parse(since)))
      if (firstSeq === undefined) return 0
      await rewindEndpoint(transaction, endpoint, firstSeq - 1, includeDelivered)
      return (await findLastEventSeq(transaction, workspaceId)) - firstSeq + 1
    }
  },
)
