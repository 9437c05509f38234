// The addresses that receive events. Each endpoint is served by one process at a time, under a lease.

import { type RawBuilder, type Selectable, sql, type Updateable, type UpdateObject } from 'kysely'
import { foundRow } from './foundRow.ts'
import type { Db, Tables, WebhookEndpointTable } from './tables.ts'

export type WebhookEndpoint = Selectable<WebhookEndpointTable>

/** Returns the event types of an endpoint. An empty list means all types. */
export function typesOf({ types }: Pick<WebhookEndpoint, 'types'>): string[] {
  return types === '' ? [] : types.split(' ')
}

/** The lease of an endpoint. */
export interface EndpointHold {
  readonly id: string
  readonly lease_owner: string
}

type Clock = RawBuilder<number>

export async function insertEndpoint(db: Db, endpoint: WebhookEndpoint): Promise<void> {
  await db.insertInto('webhook_endpoints').values(endpoint).execute()
}

const one = (db: Db, workspaceId: string, id: string) =>
  db.selectFrom('webhook_endpoints').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id)

export async function findEndpoint(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  return await one(db, workspaceId, id).executeTakeFirst()
}

/** Lists all endpoints of a workspace, oldest first. Their number is limited on creation. */
export async function endpointsOf(db: Db, workspaceId: string): Promise<WebhookEndpoint[]> {
  return await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
}

export async function countEndpoints(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_endpoints')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the endpoint after the change, or undefined when it does not exist. */
export async function changeEndpoint(
  db: Db,
  workspaceId: string,
  id: string,
  change: Updateable<WebhookEndpointTable>,
): Promise<WebhookEndpoint | undefined> {
  return await db
    .updateTable('webhook_endpoints')
    // At least one column is set, so that a body without changes is valid.
    .set(({ ref }) => ({ url: ref('url'), ...change }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Replaces the secrets only if they are still those that were read. Returns whether they were. */
export async function replaceSecrets(
  db: Db,
  { id, secrets }: Pick<WebhookEndpoint, 'id' | 'secrets'>,
  by: string,
): Promise<boolean> {
  return await foundRow(
    db
      .updateTable('webhook_endpoints')
      .set({ secrets: by })
      .where('id', '=', id)
      .where('secrets', '=', secrets),
  )
}

/**
 * Moves the position back, so that later events are sent again, with or without those that were delivered.
 */
export async function goBack(
  db: Db,
  { id }: Pick<WebhookEndpoint, 'id'>,
  to: number,
  includeDelivered: boolean,
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set((set) => ({
      // The expressions use the values before the change. Events that were resent completely are not resent
      // again.
      again_until: includeDelivered
        ? sql<number>`case when position > again_until then position else again_until end`
        : sql<number>`case when position < again_until then again_until else 0 end`,
      position: set.case().when('position', '>', to).then(to).else(set.ref('position')).end(),
    }))
    .where('id', '=', id)
    .execute()
}

export async function deleteEndpoint(db: Db, workspaceId: string, id: string): Promise<boolean> {
  return await foundRow(
    db.deleteFrom('webhook_endpoints').where('workspace_id', '=', workspaceId).where('id', '=', id),
  )
}

/** Lists endpoints with work that no process serves, those that wait longest first. */
export async function dueEndpoints(
  db: Db,
  clock: Clock,
  { now, failing }: { readonly now: number; readonly failing: boolean },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select('webhook_endpoints.id')
    .where('webhook_endpoints.status', '=', 'enabled')
    .where('webhook_endpoints.failing_since', failing ? 'is not' : 'is', null)
    .where('webhook_endpoints.lease_until', '<=', clock)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('audit_heads')
            .select('audit_heads.workspace_id')
            .whereRef('audit_heads.workspace_id', '=', 'webhook_endpoints.workspace_id')
            .whereRef('audit_heads.event_seq', '>', 'webhook_endpoints.position'),
        ),
        exists(
          selectFrom('webhook_deliveries')
            .select('webhook_deliveries.seq')
            .whereRef('webhook_deliveries.endpoint_id', '=', 'webhook_endpoints.id')
            // A literal, so that the planner knows that the partial index of due deliveries contains the row.
            .where('webhook_deliveries.state', '=', sql.lit('pending'))
            .where('webhook_deliveries.next_at', '<=', now),
        ),
      ]),
    )
    .orderBy('webhook_endpoints.lease_until')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Leases the endpoint if no process serves it. Returns whether the lease was acquired. */
export async function takeEndpoint(
  db: Db,
  clock: Clock,
  { id, lease_owner }: EndpointHold,
  durationMs: number,
): Promise<boolean> {
  return await foundRow(
    db
      .updateTable('webhook_endpoints')
      .set({ lease_owner, lease_until: sql<number>`${clock} + ${durationMs}` })
      .where('id', '=', id)
      .where('lease_until', '<=', clock),
  )
}

/**
 * Extends the lease and returns the endpoint. Returns undefined when it is disabled, deleted or leased by
 * another process.
 */
export async function keepEndpoint(
  db: Db,
  clock: Clock,
  hold: EndpointHold,
  durationMs: number,
): Promise<WebhookEndpoint | undefined> {
  return await changeHeld(db, hold, { lease_until: sql<number>`${clock} + ${durationMs}` })
    .where('status', '=', 'enabled')
    .returningAll()
    .executeTakeFirst()
}

/** Extends the lease while messages are sent. Returns whether this owner still has the lease. */
export async function renewEndpoint(
  db: Db,
  clock: Clock,
  hold: EndpointHold,
  durationMs: number,
): Promise<boolean> {
  return await foundRow(changeHeld(db, hold, { lease_until: sql<number>`${clock} + ${durationMs}` }))
}

/**
 * Records the health of the endpoint as the owner of its lease. Returns whether the owner still has the
 * lease, and the address is unchanged.
 */
export async function judgeEndpoint(
  db: Db,
  hold: EndpointHold & Pick<WebhookEndpoint, 'url'>,
  change: Updateable<WebhookEndpointTable>,
): Promise<boolean> {
  return await foundRow(
    changeHeld(db, hold, change).where('url', '=', hold.url).where('status', '=', 'enabled'),
  )
}

/**
 * Advances the position as the owner of the lease. Returns whether the owner still has the lease, and no
 * replay moved the position meanwhile.
 */
export async function advanceEndpoint(
  db: Db,
  hold: EndpointHold & Pick<WebhookEndpoint, 'position'>,
  to: number,
): Promise<boolean> {
  return await foundRow(changeHeld(db, hold, { position: to }).where('position', '=', hold.position))
}

/** Ends the lease. The time of the release determines which endpoint has waited longest. */
export async function releaseEndpoint(db: Db, clock: Clock, hold: EndpointHold): Promise<void> {
  await changeHeld(db, hold, { lease_owner: '', lease_until: clock }).execute()
}

function changeHeld(
  db: Db,
  { id, lease_owner }: EndpointHold,
  change: UpdateObject<Tables, 'webhook_endpoints'>,
) {
  return db
    .updateTable('webhook_endpoints')
    .set(change)
    .where('id', '=', id)
    .where('lease_owner', '=', lease_owner)
}

/** Ends all leases at the start of the only process, because all former owners are dead. */
export async function freeEndpoints(db: Db): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ lease_owner: '', lease_until: 0 }).execute()
}
