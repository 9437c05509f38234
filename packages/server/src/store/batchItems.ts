// The campaigns of batches. Apart from counts, every statement touches a bounded number of rows.

import type { Platform } from '@adrail/contract'
import { type Selectable, sql } from 'kysely'
import type { BatchItemTable, Db } from './tables.ts'

export type BatchItem = Selectable<BatchItemTable>
export type ItemState = 'OPEN' | 'DONE' | 'UNCHANGED' | 'FAILED'

/** Databases limit the number of values in one statement. */
export const maxItemsPerStatement = 200

/** Inserts items under their numbers. An existing item stays unchanged. */
export async function insertItems(db: Db, items: readonly BatchItem[]): Promise<void> {
  if (items.length === 0) return
  await db
    .insertInto('batch_items')
    .values(items)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const selectItems = (db: Db, operationId: string) =>
  db.selectFrom('batch_items').where('operation_id', '=', operationId)

/** Lists open items of one platform, in order, after a number. */
export async function listOpenItems(
  db: Db,
  operationId: string,
  platform: Platform,
  after: number,
): Promise<BatchItem[]> {
  return await selectItems(db, operationId)
    .selectAll()
    .where('number', '>', after)
    .where('platform', '=', platform)
    .where('state', '=', 'OPEN')
    .orderBy('number')
    .limit(maxItemsPerStatement)
    .execute()
}

export async function findLastNumber(db: Db, operationId: string): Promise<number> {
  const row = await selectItems(db, operationId)
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? -1
}

export async function updateItem(
  db: Db,
  { operation_id, number }: Pick<BatchItem, 'operation_id' | 'number'>,
  change: { readonly state: ItemState } & Pick<BatchItem, 'write_id' | 'code' | 'error'>,
): Promise<void> {
  await db
    .updateTable('batch_items')
    .set(change)
    .where('operation_id', '=', operation_id)
    .where('number', '=', number)
    .where('state', '=', 'OPEN')
    .execute()
}

/** Deletes the item of an ad account whose campaigns have been listed. */
export async function deleteItem(
  db: Db,
  { operation_id, number }: Pick<BatchItem, 'operation_id' | 'number'>,
): Promise<void> {
  await db
    .deleteFrom('batch_items')
    .where('operation_id', '=', operation_id)
    .where('number', '=', number)
    .execute()
}

export interface ItemCount {
  readonly platform: Platform
  readonly account_id: string
  readonly user_id: string
  readonly state: string
  /** The value 1 marks ad accounts whose campaigns are still to be listed. */
  readonly is_account: number
  readonly count: number
}

/** Counts the items of each ad account in each state. */
export async function countItems(db: Db, operationId: string): Promise<ItemCount[]> {
  const isAccount = sql<number>`case when campaign_id = '' then 1 else 0 end`
  const rows = await selectItems(db, operationId)
    .select(['platform', 'account_id', 'user_id', 'state'])
    .select(isAccount.as('is_account'))
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .groupBy(['platform', 'account_id', 'user_id', 'state', isAccount])
    .orderBy('platform')
    .orderBy('account_id')
    .orderBy('user_id')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count), is_account: Number(row.is_account) }))
}

export async function hasOpenItems(db: Db, operationId: string): Promise<boolean> {
  const row = await selectItems(db, operationId)
    .select('number')
    .where('state', '=', 'OPEN')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type NamedItem = BatchItem & { readonly name: string | null }

/** Selects items with the names of their campaigns, as far as the mirror has them. */
function selectNamedItems(db: Db, workspaceId: string, operationId: string) {
  return selectItems(db, operationId)
    .selectAll()
    .select((select) =>
      select
        .selectFrom('mirror_campaigns')
        .select('mirror_campaigns.name')
        .where('mirror_campaigns.workspace_id', '=', workspaceId)
        .whereRef('mirror_campaigns.user_id', '=', 'batch_items.user_id')
        .whereRef('mirror_campaigns.platform', '=', 'batch_items.platform')
        .whereRef('mirror_campaigns.campaign_id', '=', 'batch_items.campaign_id')
        .limit(1)
        .as('name'),
    )
}

/** Lists items that failed, also those that are retried. */
export async function listFailedItems(
  db: Db,
  workspaceId: string,
  operationId: string,
  limit: number,
): Promise<NamedItem[]> {
  return await selectNamedItems(db, workspaceId, operationId)
    .where('code', '<>', '')
    .orderBy('number')
    .limit(limit)
    .execute()
}

/**
 * Lists items whose campaigns the batch changed, or may have changed, in order, after a number. Items that an
 * earlier undo has undone are excluded.
 */
export async function listItemsToUndo(
  db: Db,
  operationId: string,
  undoFingerprint: string,
  workspaceId: string,
  after: number,
): Promise<NamedItem[]> {
  return await selectNamedItems(db, workspaceId, operationId)
    .where('number', '>', after)
    .where('write_id', '<>', '')
    .where((where) => where.or([where('state', '=', 'DONE'), where('code', '=', 'OPERATION_PENDING')]))
    .where('write_id', 'not in', (eb) =>
      eb
        .selectFrom('batch_items as undone')
        .innerJoin('operations', 'operations.id', 'undone.operation_id')
        .select('undone.undone_id')
        .where('operations.workspace_id', '=', workspaceId)
        .where('operations.fingerprint', '=', undoFingerprint)
        .where('undone.state', '=', 'DONE'),
    )
    .orderBy('number')
    .limit(maxItemsPerStatement)
    .execute()
}
