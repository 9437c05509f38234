// The writes of the last day that increase spend.

import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { countedLine } from './keys.ts'
import type { Db, RaiseTable } from './tables.ts'

export type Raise = Selectable<RaiseTable>

/**
 * Locks the spending of a workspace until the transaction ends. No other raise is checked meanwhile, and no
 * limit, approval rule, freeze or key is changed. This lock is taken before the head of the audit chain.
 * Returns the time of the database's clock.
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

/** Selects raises of an ad account: those of one campaign, and those that a platform may not show yet. */
export interface RaisesWanted {
  readonly campaignId?: string
  /** Selects raises of running campaigns that are not finalized, or were finalized since this time. */
  readonly settledSince?: number
}

/** Lists selected raises of an ad account since a time, oldest first. */
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

/**
 * Counts the campaigns created since a time: by keys that are counted together, for one user, or all.
 * `besides` excludes one write.
 */
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

/** The write took effect. From now on the raise counts only until the platform shows it. */
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

/** Removes the raise of a write that had no effect. */
export async function releaseRaise(db: Db, operationId: string): Promise<void> {
  await db.deleteFrom('raises').where('operation_id', '=', operationId).execute()
}

/** Deletes raises that were reserved before a time. Returns their number. */
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
