// The writes of the last day that increase spend.

import type { Platform } from '@adrail/contract'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { countedLine } from './keys.ts'
import type { Db, RaiseTable } from './tables.ts'

export type Raise = Selectable<RaiseTable>

/**
 * Locks the spending of a workspace until the transaction ends. No other raise is checked meanwhile, and no
 * limit, approval rule, freeze or key is changed. This lock is taken before the head of the audit chain.
 * Returns the time of the database's clock.
 */
export async function lockSpendHead(db: Db, clock: RawBuilder<number>, workspaceId: string): Promise<number> {
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

export interface SpendAccount {
  readonly workspaceId: string
  readonly platform: Platform
  readonly accountId: string
}

/** Selects raises of an ad account: those of one campaign, and those that a platform may not show yet. */
export interface RaiseFilter {
  readonly campaignId?: string
  /** Selects raises of running campaigns that are not finalized, or were finalized since this time. */
  readonly finalizedSince?: number
}

/** Lists selected raises of an ad account since a time, oldest first. */
export async function listRaisesSince(
  db: Db,
  { workspaceId, platform, accountId }: SpendAccount,
  since: number,
  { campaignId, finalizedSince }: RaiseFilter,
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
        ...(finalizedSince === undefined
          ? []
          : [
              and([
                eb('runs', '=', 1),
                or([eb('settled_at', 'is', null), eb('settled_at', '>=', finalizedSince)]),
              ]),
            ]),
      ]),
    )
    .orderBy('reserved_at')
    .execute()
}

const selectCountedLine = (id: RawBuilder<unknown>) =>
  sql<string>`(select ${countedLine} from api_keys where api_keys.id = ${id})`

/**
 * Counts the campaigns created since a time: by keys that are counted together, for one user, or all.
 * `exceptOperationId` excludes one write.
 */
export async function countCreationsSince(
  db: Db,
  workspaceId: string,
  since: number,
  filter: { readonly keyId?: string; readonly userId?: string } = {},
  exceptOperationId = '',
): Promise<number> {
  let creations = db
    .selectFrom('raises')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('is_creation', '=', sql.lit(1))
    .where('reserved_at', '>=', since)
    .where('operation_id', '<>', exceptOperationId)
  if (filter.keyId !== undefined)
    creations = creations.where(
      selectCountedLine(sql.ref('raises.key_id')),
      '=',
      selectCountedLine(sql.val(filter.keyId)),
    )
  if (filter.userId !== undefined) creations = creations.where('user_id', '=', filter.userId)
  return Number((await creations.executeTakeFirstOrThrow()).count)
}

/** The write took effect. From now on the raise counts only until the platform shows it. */
export async function finalizeRaise(
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
    .where('operation_id', 'in', (eb) =>
      eb
        .selectFrom('raises')
        .select('operation_id')
        .where('reserved_at', '<', before)
        .orderBy('reserved_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
