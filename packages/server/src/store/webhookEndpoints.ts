// The addresses that events are sent to. Each is served by one process at a time, under a lease.

import { type RawBuilder, type Selectable, sql, type Updateable, type UpdateObject } from 'kysely'
import { foundRow } from './foundRow.ts'
import type { Db, Tables, WebhookEndpointTable } from './tables.ts'

export type WebhookEndpoint = Selectable<WebhookEndpointTable>

/** Which events it takes; none for all. */
export function typesOf({ types }: Pick<WebhookEndpoint, 'types'>): string[] {
  return types === '' ? [] : types.split(' ')
}

/** Who serves an endpoint. */
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

/** All of a workspace, the oldest first. They are few: their number is limited where they are made. */
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

/** As it is after the change; nothing when there is none. */
export async function changeEndpoint(
  db: Db,
  workspaceId: string,
  id: string,
  change: Updateable<WebhookEndpointTable>,
): Promise<WebhookEndpoint | undefined> {
  return await db
    .updateTable('webhook_endpoints')
    // Something is always set, so that a body without changes is one, too.
    .set(({ ref }) => ({ url: ref('url'), ...change }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Writes only over the secrets that were read; whether they were still there. */
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

/** Has events after a number gone through again; with those that were delivered, or without. */
export async function goBack(
  db: Db,
  { id }: Pick<WebhookEndpoint, 'id'>,
  to: number,
  includeDelivered: boolean,
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set((set) => ({
      // Values from before the change: how far it had come. What was sent again to its end is not asked for any more.
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

/** Endpoints for which there is something to do, and nobody does it: those that waited longest first. */
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
            // Said literally, so that the index of what is due is known to hold it.
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

/** Becomes the one who serves it, if nobody does; whether that worked. */
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

/** Goes on serving it; the endpoint as it is now, or nothing when it is disabled, deleted or somebody else's. */
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

/** Prolongs the lease while messages are sent; whether it is still ours. */
export async function renewEndpoint(
  db: Db,
  clock: Clock,
  hold: EndpointHold,
  durationMs: number,
): Promise<boolean> {
  return await foundRow(changeHeld(db, hold, { lease_until: sql<number>`${clock} + ${durationMs}` }))
}

/** What its address answered, as the one who serves it; whether that is still so, and the address still its own. */
export async function judgeEndpoint(
  db: Db,
  hold: EndpointHold & Pick<WebhookEndpoint, 'url'>,
  change: Updateable<WebhookEndpointTable>,
): Promise<boolean> {
  return await foundRow(
    changeHeld(db, hold, change).where('url', '=', hold.url).where('status', '=', 'enabled'),
  )
}

/** Says how far it has come, as the one who serves it; whether it is still so, and nobody sent it back meanwhile. */
export async function advanceEndpoint(
  db: Db,
  hold: EndpointHold & Pick<WebhookEndpoint, 'position'>,
  to: number,
): Promise<boolean> {
  return await foundRow(changeHeld(db, hold, { position: to }).where('position', '=', hold.position))
}

/** Lets somebody else serve it. The time of this tells who waited longest. */
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

/** At the start of the only process: whoever held one is dead. */
export async function freeEndpoints(db: Db): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ lease_owner: '', lease_until: 0 }).execute()
}
