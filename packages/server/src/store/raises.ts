// The writes of the last day that let more be spent.

import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { countedLine } from './keys.ts'
import type { Db, RaiseTable } from './tables.ts'

export type Raise = Selectable<RaiseTable>

/**
 * Until the transaction ends, no other raise of the workspace is weighed, and nothing is changed that raises are weighed
 * by: limits, approval rules, freezes and keys. Held before the head of the audit chain. What the database's clock shows.
 */
export async function holdSpendHead(db: Db, clock: RawBuilder<number>, workspaceId: string): Promise<number> {
  const { now } = await db
    .insertInto('spend_heads')
    .values({ workspace_id: workspaceId, number: 1 })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet((set) => ({ number: set('spend_heads.number', '+', 1) })),
    )
    .returning(clock.as('now'))
    .executeTakeFirstOrThrow()
  return now
}

export async function insertRaise(
  db: Db,
  clock: RawBuilder<number>,
  raise: Omit<Insertable<RaiseTable>, 'reserved_at' | 'settled_at'>,
): Promise<void> {
  await db
    .insertInto('raises')
    .values({ ...raise, reserved_at: clock, settled_at: null })
    .execute()
}

export interface AccountKey {
  readonly workspaceId: string
  readonly platform: string
  readonly accountId: string
}

/** Which raises of an ad account matter: those of one campaign, and those that a platform may not show yet. */
export interface RaisesWanted {
  readonly campaignId?: string
  /** Raises of running campaigns that are not settled, or were settled since this time. */
  readonly settledSince?: number
}

/** Some raises of an ad account since a time, the oldest first. */
export async function raisesSince(
  db: Db,
  { workspaceId, platform, accountId }: AccountKey,
  since: number,
  { campaignId, settledSince }: RaisesWanted,
): Promise<Raise[]> {
  return await db
    .selectFrom('raises')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .where('account_id', '=', accountId)
    .where('reserved_at', '>=', since)
    .where(({ or, and, eb }) =>
      or([
        ...(campaignId === undefined ? [] : [eb('campaign_id', '=', campaignId)]),
        ...(settledSince === undefined
          ? []
          : [
              and([
                eb('runs', '=', 1),
                or([eb('settled_at', 'is', null), eb('settled_at', '>=', settledSince)]),
              ]),
            ]),
      ]),
    )
    .orderBy('reserved_at')
    .execute()
}

const countedLineOf = (id: RawBuilder<unknown>) =>
  sql<string>`(select ${countedLine} from api_keys where api_keys.id = ${id})`

/** How many campaigns were made since a time: by the keys that are counted with one key, for one user, or at all; `besides` one write. */
export async function creationsSince(
  db: Db,
  workspaceId: string,
  since: number,
  by: { readonly keyId?: string; readonly userId?: string } = {},
  besides = '',
): Promise<number> {
  let creations = db
    .selectFrom('raises')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('is_creation', '=', sql.lit(1))
    .where('reserved_at', '>=', since)
    .where('operation_id', '<>', besides)
  if (by.keyId !== undefined)
    creations = creations.where(
      countedLineOf(sql.ref('raises.key_id')),
      '=',
      countedLineOf(sql.val(by.keyId)),
    )
  if (by.userId !== undefined) creations = creations.where('user_id', '=', by.userId)
  return Number((await creations.executeTakeFirstOrThrow()).count)
}

/** The write took effect: what it raised, or made, counts from now on as the platform shows it. */
export async function settleRaise(
  db: Db,
  clock: RawBuilder<number>,
  operationId: string,
  campaignId: string,
): Promise<void> {
  await db
    .updateTable('raises')
    .set({ settled_at: clock, campaign_id: campaignId })
    .where('operation_id', '=', operationId)
    .execute()
}

/** The write had no effect. */
export async function releaseRaise(db: Db, operationId: string): Promise<void> {
  await db.deleteFrom('raises').where('operation_id', '=', operationId).execute()
}

/** Deletes some of the raises that were reserved before a time; how many. */
export async function pruneRaises(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('raises')
    .where('operation_id', 'in', (old) =>
      old
        .selectFrom('raises')
        .select('operation_id')
        .where('reserved_at', '<', before)
        .orderBy('reserved_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
