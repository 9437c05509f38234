// The writes that need approval.

import type { Selectable } from 'kysely'
import { changesRow } from './changesRow.ts'
import { withdrawnApprovalColumns } from './columnMeanings.ts'
import { selectKeyName } from './keys.ts'
import type { ApprovalTable, Db } from './tables.ts'
import { selectUserName } from './users.ts'

export type Approval = Selectable<ApprovalTable>
export type ListedApproval = Approval & {
  readonly user_name: string | null
  readonly key_name: string | null
}

export async function insertApproval(db: Db, approval: Approval): Promise<void> {
  await db.insertInto('approvals').values(approval).execute()
}

export async function findApproval(
  db: Db,
  workspaceId: string,
  operationId: string,
): Promise<Approval | undefined> {
  const approval = await db
    .selectFrom('approvals')
    .selectAll()
    .where('operation_id', '=', operationId)
    .executeTakeFirst()
  return approval?.workspace_id === workspaceId ? approval : undefined
}

/** Selects the part of the list after or before an entry. */
export interface ApprovalListQuery {
  readonly after?: string
  readonly before?: string
  readonly limit: number
}

/** Lists approvals in the order of their ids, which is oldest first. */
export async function listApprovals(
  db: Db,
  workspaceId: string,
  { after, before, limit }: ApprovalListQuery,
): Promise<ListedApproval[]> {
  const rows = await db
    .selectFrom('approvals')
    .selectAll()
    .select([selectUserName('approvals'), selectKeyName('approvals', 'key_id')])
    .where('workspace_id', '=', workspaceId)
    .$if(after !== undefined, (query) => query.where('operation_id', '>', after ?? ''))
    .$if(before !== undefined, (query) => query.where('operation_id', '<', before ?? ''))
    .orderBy('operation_id', before === undefined ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return before === undefined ? rows : rows.reverse()
}

/** Identifies a plan: of several concurrent decisions only one finds the row. */
type PlannedApproval = Pick<Approval, 'operation_id' | 'plan_hash'>

/** Replaces the plan, so that it needs a new decision. Returns whether the former plan still was pending. */
export async function replanApproval(
  db: Db,
  { operation_id, plan_hash }: PlannedApproval,
  plan: Pick<Approval, 'plan' | 'plan_hash' | 'from_day_micros' | 'to_day_micros'>,
): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('approvals')
      .set(plan)
      .where('operation_id', '=', operation_id)
      .where('plan_hash', '=', plan_hash),
  )
}

/** Ends the approval. Returns false when it had ended before. */
export async function consumeApproval(
  db: Db,
  { operation_id, plan_hash }: PlannedApproval,
): Promise<boolean> {
  return await changesRow(
    db.deleteFrom('approvals').where('operation_id', '=', operation_id).where('plan_hash', '=', plan_hash),
  )
}

/** Lists approvals that have expired, or whose user was unlinked or deleted. */
export async function listExpiredApprovals(db: Db, now: number, limit: number): Promise<Approval[]> {
  return await db
    .selectFrom('approvals')
    .selectAll()
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

/**
 * Runs in the transaction that ends a user's connection. Its pending approvals cannot be approved any more.
 */
export async function withdrawApprovals(
  db: Db,
  { workspace_id, user_id, platform }: Pick<Approval, 'workspace_id' | 'user_id' | 'platform'>,
): Promise<void> {
  await db
    .updateTable('approvals')
    .set(withdrawnApprovalColumns)
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .where('platform', '=', platform)
    .execute()
}
