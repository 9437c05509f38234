import type { Insertable, RawBuilder, Selectable, Updateable } from 'kysely'
import type { Db, OperationStepTable, OperationTable } from './db.ts'

export type OperationRow = Selectable<OperationTable>
export type StepRow = Selectable<OperationStepTable>

export const openStates = ['PENDING', 'EXECUTING', 'UNKNOWN'] as const

/** Who holds an operation: every later write names both, so that a late one changes nothing. */
export interface Hold {
  readonly id: string
  readonly fence: number
}

/** Whether it was written: not when its idempotency key or its target is taken. */
export async function insertOperation(
  db: Db,
  clock: RawBuilder<number>,
  operation: Omit<Insertable<OperationTable>, 'lease_until'>,
  leaseMs: number,
): Promise<boolean> {
  const inserted = await db
    .insertInto('operations')
    .values((values) => ({ ...operation, lease_until: values(clock, '+', leaseMs) }))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findOperation(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<OperationRow | undefined> {
  return await db
    .selectFrom('operations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findOperationByKey(
  db: Db,
  workspaceId: string,
  key: string,
): Promise<OperationRow | undefined> {
  return await db
    .selectFrom('operations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** The newest operation with the same request, if one began since a time or is still open. */
export async function findEqualOperation(
  db: Db,
  workspaceId: string,
  fingerprint: string,
  since: number,
): Promise<OperationRow | undefined> {
  return await db
    .selectFrom('operations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('fingerprint', '=', fingerprint)
    .where((where) => where.or([where('created_at', '>=', since), where('state', 'in', openStates)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Becomes the owner of an open operation that nobody holds; the new fence, if it did. */
export async function takeOver(
  db: Db,
  clock: RawBuilder<number>,
  id: string,
  owner: string,
  leaseMs: number,
): Promise<number | undefined> {
  const taken = await db
    .updateTable('operations')
    .set((set) => ({ owner, fence: set('fence', '+', 1), lease_until: set(clock, '+', leaseMs) }))
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .where('lease_until', '<', clock)
    .returning('fence')
    .executeTakeFirst()
  return taken?.fence
}

/** Holds on for longer; false when the lease has passed to somebody else, or has run out. */
export async function renewLease(
  db: Db,
  clock: RawBuilder<number>,
  hold: Hold,
  leaseMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set((set) => ({ lease_until: set(clock, '+', leaseMs) }))
    .where('id', '=', hold.id)
    .where('fence', '=', hold.fence)
    .where('lease_until', '>', clock)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Changes the operation if it is still held under this fence. */
export async function updateOperation(
  db: Db,
  hold: Hold,
  change: Updateable<OperationTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set(change)
    .where('id', '=', hold.id)
    .where('fence', '=', hold.fence)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Forgets an operation for which nothing was sent, so that its key is free again. */
export async function deleteOperation(db: Db, hold: Hold): Promise<void> {
  await db.deleteFrom('operations').where('id', '=', hold.id).where('fence', '=', hold.fence).execute()
}

/** Open operations that nobody holds and whose time has come. */
export async function dueOperations(
  db: Db,
  clock: RawBuilder<number>,
  now: number,
  limit: number,
): Promise<OperationRow[]> {
  return await db
    .selectFrom('operations')
    .selectAll()
    .where('state', 'in', openStates)
    .where('next_run_at', '<=', now)
    .where('lease_until', '<', clock)
    .orderBy('next_run_at')
    .limit(limit)
    .execute()
}

/** Deletes finished operations that began before a time. */
export async function pruneOperations(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('operations')
    .where('created_at', '<', before)
    .where('state', 'in', ['SUCCEEDED', 'FAILED'])
    .execute()
}

/** Empties what a deleted user's finished operations still say about the user. */
export async function eraseRequests(db: Db, workspaceId: string, userId: string): Promise<void> {
  await db
    .updateTable('operations')
    .set({ request: '{}', plan: '' })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('state', 'in', ['SUCCEEDED', 'FAILED'])
    .execute()
}

export async function stepsOf(db: Db, operationId: string): Promise<StepRow[]> {
  return await db
    .selectFrom('operation_steps')
    .selectAll()
    .where('operation_id', '=', operationId)
    .orderBy('number')
    .execute()
}

/** Writes a step down, or over what an earlier try wrote. */
export async function saveStep(db: Db, step: StepRow): Promise<void> {
  const { state, fence, outcome, note, intent_at, settled_at } = step
  await db
    .insertInto('operation_steps')
    .values(step)
    .onConflict((conflict) =>
      conflict
        .columns(['operation_id', 'number'])
        .doUpdateSet({ state, fence, outcome, note, intent_at, settled_at })
        .where('operation_steps.fence', '<=', fence),
    )
    .execute()
}
