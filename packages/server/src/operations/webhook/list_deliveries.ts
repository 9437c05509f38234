import type { Page, Position } from '../../platforms/kit/page.ts'
import { listDeliveries, type WebhookDelivery } from '../../store/webhookDeliveries.ts'
import { type Context, handler } from '../../waist/handler.ts'
import { requireEndpoint, timeText } from './endpointRecord.ts'

const pageSize = 50

export const list_deliveries = handler('webhook/list_deliveries', async ({ endpointId, state }, ctx) => {
  const { id } = await requireEndpoint(ctx, endpointId)
  const found = await pageOfDeliveries(ctx, id, state)
  return {
    deliveries: found.rows.map((row) => ({
      eventId: row.event_id,
      type: row.type,
      state: row.state,
      attempts: row.attempts,
      status: row.status,
      problem: row.problem,
      attemptedAt: timeText(row.attempted_at),
      nextAttemptAt: row.state === 'pending' ? timeText(row.next_at) : '',
    })),
    pagination: ctx.page.around(found),
  }
})

/** Newest first. A position says from which event to go on, and which way. */
async function pageOfDeliveries(
  { page, store }: Context<'webhook/list_deliveries'>,
  endpointId: string,
  state: WebhookDelivery['state'] | undefined,
): Promise<Page<WebhookDelivery>> {
  const { position } = page
  const backwards = position?.['way'] === 'after'
  const from = position && { [backwards ? 'after' : 'before']: Number(position['seq']) }
  // One more than a page tells whether there is another one behind it.
  const found = await listDeliveries(store.db, endpointId, { limit: pageSize + 1, state, ...from })
  const more = found.length > pageSize
  const rows = backwards ? found.slice(more ? 1 : 0) : found.slice(0, pageSize)
  const [first, last] = [rows.at(0), rows.at(-1)]
  const newerExist = backwards ? more : position !== undefined
  return {
    rows,
    ...(last && (backwards || more) ? { next: positionOf(last, 'before') } : {}),
    ...(first && newerExist ? { previous: positionOf(first, 'after') } : {}),
  }
}

function positionOf({ seq }: WebhookDelivery, way: 'before' | 'after'): Position {
  return { way, seq: String(seq) }
}
