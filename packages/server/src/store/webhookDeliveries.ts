// The deliveries of events to endpoints: one row per event and endpoint, however often it is sent.

import { type ExpressionBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { StoredEvent } from './events.ts'
import type { Db, Tables, WebhookDeliveryTable } from './tables.ts'
import type { WebhookEndpoint } from './webhookEndpoints.ts'

export type WebhookDelivery = Selectable<WebhookDeliveryTable>

/** The event of a delivery. The columns are null when the event has been pruned. */
interface DeliveredEvent {
  readonly data: string | null
  readonly user_id: string | null
  readonly occurred_at: number | null
}

/** A delivery that is due. */
export interface DueDelivery
  extends DeliveredEvent,
    Pick<WebhookDelivery, 'endpoint_id' | 'seq' | 'event_id' | 'type' | 'attempts'> {}

export interface ListedDelivery extends DeliveredEvent, WebhookDelivery {}

const deliveryColumns = [
  'endpoint_id',
  'seq',
  'workspace_id',
  'event_id',
  'type',
  'state',
  'attempts',
  'next_at',
  'status',
  'problem',
  'created_at',
] as const

/** Selects the columns of a new delivery from its event. */
const selectNewDelivery =
  (endpointId: string, now: number) =>
  ({ val, ref }: ExpressionBuilder<Tables, 'events'>) =>
    [
      val(endpointId).as('endpoint_id'),
      ref('events.seq').as('seq'),
      ref('events.workspace_id').as('workspace_id'),
      ref('events.id').as('event_id'),
      ref('events.type').as('type'),
      sql.lit('pending').as('state'),
      sql.lit(0).as('attempts'),
      sql<number>`cast(${now} as bigint)`.as('next_at'),
      sql.lit(0).as('status'),
      sql.lit('').as('problem'),
      sql<number>`cast(${now} as bigint)`.as('created_at'),
    ] as const

/**
 * Creates deliveries of the events after the endpoint's position. An existing delivery is resent if it had
 * failed, or if a replay includes it.
 */
export async function createDeliveries(
  db: Db,
  endpoint: WebhookEndpoint,
  upTo: number,
  types: readonly string[],
  now: number,
): Promise<void> {
  const events = db
    .selectFrom('events')
    .where('workspace_id', '=', endpoint.workspace_id)
    .where('seq', '>', endpoint.position)
    .where('seq', '<=', upTo)
  // The column contains only event types of the contract. A type that was removed from the contract matches
  // no event.
  const matchingEvents =
    types.length === 0 ? events : events.where('type', 'in', types as StoredEvent['type'][])
  await db
    .insertInto('webhook_deliveries')
    .columns(deliveryColumns)
    .expression(matchingEvents.select(selectNewDelivery(endpoint.id, now)))
    .onConflict((conflict) =>
      conflict
        .columns(['endpoint_id', 'seq'])
        .doUpdateSet({ state: 'pending', attempts: 0, next_at: now })
        .where(({ or, eb }) =>
          or([
            eb('webhook_deliveries.state', '=', 'failed'),
            eb('webhook_deliveries.seq', '<=', endpoint.again_until),
          ]),
        ),
    )
    .execute()
}

/** Sends one event to an endpoint, again or for the first time. Returns whether the event exists. */
export async function redeliverEvent(
  db: Db,
  endpoint: Pick<WebhookEndpoint, 'id' | 'workspace_id'>,
  eventId: string,
  now: number,
): Promise<boolean> {
  const event = db
    .selectFrom('events')
    .where('workspace_id', '=', endpoint.workspace_id)
    .where('id', '=', eventId)
    .select(selectNewDelivery(endpoint.id, now))
  const row = await db
    .insertInto('webhook_deliveries')
    .columns(deliveryColumns)
    .expression(event)
    .onConflict((conflict) =>
      conflict.columns(['endpoint_id', 'seq']).doUpdateSet({ state: 'pending', attempts: 0, next_at: now }),
    )
    .returning('seq')
    .executeTakeFirst()
  return row !== undefined
}

function selectWithEvent(db: Db) {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .leftJoin('events', (join) =>
      join
        .onRef('events.workspace_id', '=', 'delivery.workspace_id')
        .onRef('events.seq', '=', 'delivery.seq'),
    )
    .select(['events.data', 'events.user_id', 'events.occurred_at'])
}

/** Lists deliveries that are due, those that wait longest first. */
export async function listDueDeliveries(
  db: Db,
  endpointId: string,
  now: number,
  limit: number,
): Promise<DueDelivery[]> {
  return await selectWithEvent(db)
    .select([
      'delivery.endpoint_id',
      'delivery.seq',
      'delivery.event_id',
      'delivery.type',
      'delivery.attempts',
    ])
    .where('delivery.endpoint_id', '=', endpointId)
    // A literal, so that the planner knows that the partial index of due deliveries contains the row.
    .where('delivery.state', '=', sql.lit('pending'))
    .where('delivery.next_at', '<=', now)
    .orderBy('delivery.next_at')
    .limit(limit)
    .execute()
}

/** Records the result of an attempt, unless another attempt was made or a replay was requested. */
export async function recordAttempt(
  db: Db,
  { endpoint_id, seq, attempts }: Pick<WebhookDelivery, 'endpoint_id' | 'seq' | 'attempts'>,
  change: Updateable<WebhookDeliveryTable>,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ ...change, attempts: attempts + 1 })
    .where('endpoint_id', '=', endpoint_id)
    .where('seq', '=', seq)
    .where('attempts', '=', attempts)
    .where('state', '=', 'pending')
    .execute()
}

/** Lists deliveries to an endpoint, newest event first, before a number, or the next ones after it. */
export async function listDeliveries(
  db: Db,
  endpointId: string,
  page: {
    readonly limit: number
    readonly before?: number | undefined
    readonly after?: number | undefined
    readonly state?: WebhookDelivery['state'] | undefined
  },
): Promise<ListedDelivery[]> {
  const { limit, before, after, state } = page
  const query = selectWithEvent(db)
    .selectAll('delivery')
    .where('delivery.endpoint_id', '=', endpointId)
    .limit(limit)
  const filtered = state === undefined ? query : query.where('delivery.state', '=', state)
  if (after !== undefined)
    return (
      await filtered.where('delivery.seq', '>', after).orderBy('delivery.seq', 'asc').execute()
    ).reverse()
  const older = before === undefined ? filtered : filtered.where('delivery.seq', '<', before)
  return await older.orderBy('delivery.seq', 'desc').execute()
}

/** Returns the number of the first event since a time, or undefined when there is none. */
export async function findFirstEventSince(
  db: Db,
  workspaceId: string,
  /** The smallest event id of that time. */
  minId: string,
): Promise<number | undefined> {
  // Events of nearly the same time may be numbered in another order.
  const rows = await db
    .selectFrom('events')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .where('id', '>=', minId)
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.length === 0 ? undefined : Math.min(...rows.map(({ seq }) => seq))
}

/** Deletes deliveries of an endpoint. Returns their number. */
export async function deleteDeliveries(db: Db, endpointId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where('endpoint_id', '=', endpointId)
    .where('seq', 'in', (eb) =>
      eb.selectFrom('webhook_deliveries').select('seq').where('endpoint_id', '=', endpointId).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes deliveries that were created before a time. Returns their number. */
export async function pruneDeliveries(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('endpoint_id', 'seq'),
        'in',
        selectFrom('webhook_deliveries')
          .select(['endpoint_id', 'seq'])
          .where('created_at', '<', before)
          .orderBy('created_at')
          .limit(limit)
          .$asTuple('endpoint_id', 'seq'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
