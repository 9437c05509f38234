// How much may be spent, and what stops all raising: settings that are read in the transaction of every raise.

import type { Selectable } from 'kysely'
import { foundRow } from './foundRow.ts'
import type { Db, FreezeTable, SpendLimitsTable } from './tables.ts'

export type SpendLimitsRow = Selectable<SpendLimitsTable>
export type Freeze = Selectable<FreezeTable>

/** The limits set for any of the subjects. */
export async function limitsFor(
  db: Db,
  workspaceId: string,
  subjects: readonly string[],
): Promise<SpendLimitsRow[]> {
  return await db
    .selectFrom('spend_limits')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subject', 'in', subjects)
    .execute()
}

export async function setLimits(db: Db, row: SpendLimitsRow): Promise<void> {
  const { limits, approval, changed_at } = row
  await db
    .insertInto('spend_limits')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'subject']).doUpdateSet({ limits, approval, changed_at }),
    )
    .execute()
}

/** Sets for one subject what is set for another; nothing where nothing is. */
export async function copyLimits(db: Db, workspaceId: string, from: string, to: string): Promise<void> {
  const [row] = await limitsFor(db, workspaceId, [from])
  if (row) await setLimits(db, { ...row, subject: to })
}

export async function removeLimits(db: Db, workspaceId: string, subject: string): Promise<void> {
  await db
    .deleteFrom('spend_limits')
    .where('workspace_id', '=', workspaceId)
    .where('subject', '=', subject)
    .execute()
}

/** What is frozen of the subjects; the earliest first. */
export async function freezesOf(db: Db, workspaceId: string, subjects: readonly string[]): Promise<Freeze[]> {
  return await db
    .selectFrom('freezes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subject', 'in', subjects)
    .orderBy('frozen_at')
    .execute()
}

/** Freezes, unless it is frozen already. */
export async function freeze(db: Db, row: Freeze): Promise<void> {
  await db
    .insertInto('freezes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether it was frozen. */
export async function thaw(db: Db, workspaceId: string, subject: string): Promise<boolean> {
  return await foundRow(
    db.deleteFrom('freezes').where('workspace_id', '=', workspaceId).where('subject', '=', subject),
  )
}
