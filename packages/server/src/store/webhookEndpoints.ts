// The addresses that receive events. Each endpoint is served by one process at a time, under a lease.

import { type RawBuilder, type Selectable, sql, type Updateable, type UpdateObject } from 'kysely'
import { changesRow } from './changesRow.ts'
import { acquireNamed, isLeaseOver, isOwner, leaseEnd, releaseNow, unowned } from './leases.ts'
import type { Db, Tables, WebhookEndpointTable } from './tables.ts'

export type WebhookEndpoint = Selectable<WebhookEndpointTable>

/** Returns the event types of an endpoint. An empty list means all types. */
export function parseEventTypes({ types }: Pick<WebhookEndpoint, 'types'>): string[] {
  return types === '' ? [] : types.split(' ')
}

/** The lease of an endpoint. */
export interface EndpointLease {
  readonly id: string
  readonly lease_owner: string
}

type Clock = RawBuilder<number>

/** The row of an endpoint without the columns of its lease. */
export type NewEndpoint = Omit<WebhookEndpoint, keyof typeof unowned>

export async function insertEndpoint(db: Db, endpoint: NewEndpoint): Promise<void> {
  await db
    .insertInto('webhook_endpoints')
    .values({ ...endpoint, ...unowned })
    .execute()
}

const selectEndpoint = (db: Db, workspaceId: string, id: string) =>
  db.selectFrom('webhook_endpoints').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id)

export async function findEndpoint(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  return await selectEndpoint(db, workspaceId, id).executeTakeFirst()
}

/** Lists all endpoints of a workspace, oldest first. Their number is limited on creation. */
export async function listEndpoints(db: Db, workspaceId: string): Promise<WebhookEndpoint[]> {
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
  replacement: string,
): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('webhook_endpoints')
      .set({ secrets: replacement })
      .where('id', '=', id)
      .where('secrets', '=', secrets),
  )
}

/**
 * Moves the position back, so that later events are sent again, with or without those that were delivered.
 */
export async function rewindEndpoint(
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
  return await changesRow(
    db.deleteFrom('webhook_endpoints').where('workspace_id', '=', workspaceId).where('id', '=', id),
  )
}

/** Lists endpoints with work that no process serves, those that wait longest first. */
export async function listDueEndpoints(
  db: Db,
  clock: Clock,
  { now, isFailing }: { readonly now: number; readonly isFailing: boolean },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select('webhook_endpoints.id')
    .where('webhook_endpoints.status', '=', 'enabled')
    .where('webhook_endpoints.failing_since', isFailing ? 'is not' : 'is', null)
    .where(isLeaseOver(clock))
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
export async function acquireEndpoint(
  db: Db,
  clock: Clock,
  { id, lease_owner }: EndpointLease,
  durationMs: number,
): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('webhook_endpoints')
      .set(acquireNamed(lease_owner, clock, durationMs))
      .where('id', '=', id)
      .where(isLeaseOver(clock)),
  )
}

/**
 * Extends the lease and returns the endpoint. Returns undefined when it is disabled, deleted or leased by
 * another process.
 */
export async function renewEnabledEndpoint(
  db: Db,
  clock: Clock,
  lease: EndpointLease,
  durationMs: number,
): Promise<WebhookEndpoint | undefined> {
  return await updateLeased(db, lease, { lease_until: leaseEnd(clock, durationMs) })
    .where('status', '=', 'enabled')
    .returningAll()
    .executeTakeFirst()
}

/** Extends the lease while messages are sent. Returns whether this owner still has the lease. */
export async function renewEndpoint(
  db: Db,
  clock: Clock,
  lease: EndpointLease,
  durationMs: number,
): Promise<boolean> {
  return await changesRow(updateLeased(db, lease, { lease_until: leaseEnd(clock, durationMs) }))
}

/**
 * Records the health of the endpoint as the owner of its lease. Returns whether the owner still has the
 * lease, and the address is unchanged.
 */
export async function recordEndpointHealth(
  db: Db,
  lease: EndpointLease & Pick<WebhookEndpoint, 'url'>,
  change: Updateable<WebhookEndpointTable>,
): Promise<boolean> {
  return await changesRow(
    updateLeased(db, lease, change).where('url', '=', lease.url).where('status', '=', 'enabled'),
  )
}

/**
 * Advances the position as the owner of the lease. Returns whether the owner still has the lease, and no
 * replay moved the position meanwhile.
 */
export async function advanceEndpoint(
  db: Db,
  lease: EndpointLease & Pick<WebhookEndpoint, 'position'>,
  to: number,
): Promise<boolean> {
  return await changesRow(updateLeased(db, lease, { position: to }).where('position', '=', lease.position))
}

/** Ends the lease. The time of the release determines which endpoint has waited longest. */
export async function releaseEndpoint(db: Db, clock: Clock, lease: EndpointLease): Promise<void> {
  await updateLeased(db, lease, releaseNow(clock)).execute()
}

function updateLeased(
  db: Db,
  { id, lease_owner }: EndpointLease,
  change: UpdateObject<Tables, 'webhook_endpoints'>,
) {
  return db.updateTable('webhook_endpoints').set(change).where('id', '=', id).where(isOwner(lease_owner))
}

/** Ends all leases at the start of the only process, because all former owners are dead. */
export async function releaseAllEndpoints(db: Db): Promise<void> {
  await db.updateTable('webhook_endpoints').set(unowned).execute()
}
