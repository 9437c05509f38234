// Spend limits and freezes: settings that are read in the transaction of every raise. A row has two layers,
// the operator's and the workspace's own. The columns of earlier releases contain the operator's layer if
// there is one, so that their processes enforce it too.

import type { Selectable } from 'kysely'
import { changesRow } from './changesRow.ts'
import type { Db, FreezeTable, SpendLimitsTable } from './tables.ts'

export type SpendLimitsRow = Selectable<SpendLimitsTable>
export type FreezeRow = Selectable<FreezeTable>
type FreezeColumns = Omit<FreezeRow, 'workspace_id' | 'subject'>
export type Freeze = Pick<FreezeRow, 'reason' | 'frozen_by' | 'frozen_at'>

/** The name of the admin command line in freezes and audit entries. */
export const commandLineActor = 'admin'

export interface SettingLayers<Setting> {
  readonly operator?: Setting | undefined
  readonly own?: Setting | undefined
}

/** Returns the limits of each layer, as JSON. */
export function parseLimitLayers(row: SpendLimitsRow): SettingLayers<string> {
  const operator = row.operator_limits || undefined
  if (operator === undefined) return { own: row.limits }
  // The columns differ where a process of an earlier release has set the workspace's own limits.
  return { operator, own: row.limits === operator ? row.own_limits || undefined : row.limits }
}

export function toLimitColumns({ operator, own }: SettingLayers<string>) {
  return {
    limits: operator ?? own ?? JSON.stringify({ currencies: [] }),
    operator_limits: operator ?? '',
    own_limits: operator === undefined ? '' : (own ?? ''),
  }
}

/** Lists the limits of any of the subjects. */
export async function listLimits(
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
  const { workspace_id, subject, ...settings } = row
  await db
    .insertInto('spend_limits')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'subject']).doUpdateSet(settings))
    .execute()
}

/** Copies the limits of one subject to another. Returns whether there were any. */
export async function copyLimits(db: Db, workspaceId: string, from: string, to: string): Promise<boolean> {
  const [row] = await listLimits(db, workspaceId, [from])
  if (row) await setLimits(db, { ...row, subject: to })
  return row !== undefined
}

export async function removeLimits(db: Db, workspaceId: string, subject: string): Promise<void> {
  await db
    .deleteFrom('spend_limits')
    .where('workspace_id', '=', workspaceId)
    .where('subject', '=', subject)
    .execute()
}

export function parseFreezeLayers(row: FreezeRow): SettingLayers<Freeze> {
  const { reason, frozen_by, frozen_at } = row
  if (frozen_by !== commandLineActor) return { own: { reason, frozen_by, frozen_at } }
  const own = { reason: row.own_reason, frozen_by: row.own_frozen_by, frozen_at: row.own_frozen_at }
  return { operator: { reason, frozen_by, frozen_at }, own: own.frozen_by === '' ? undefined : own }
}

/** Returns undefined when no layer is frozen. */
export function toFreezeColumns({ operator, own }: SettingLayers<Freeze>): FreezeColumns | undefined {
  const effective = operator ?? own
  if (!effective) return undefined
  const suppressed = operator && own
  return {
    ...effective,
    own_reason: suppressed?.reason ?? '',
    own_frozen_by: suppressed?.frozen_by ?? '',
    own_frozen_at: suppressed?.frozen_at ?? 0,
  }
}

/** Lists the freezes of the subjects, earliest first. */
export async function listFreezes(
  db: Db,
  workspaceId: string,
  subjects: readonly string[],
): Promise<FreezeRow[]> {
  return await db
    .selectFrom('freezes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subject', 'in', subjects)
    .orderBy('frozen_at')
    .execute()
}

/** Freezes the subject, or replaces its freeze. */
export async function saveFreeze(db: Db, row: FreezeRow): Promise<void> {
  const { workspace_id, subject, ...settings } = row
  await db
    .insertInto('freezes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'subject']).doUpdateSet(settings))
    .execute()
}

/** Returns whether the subject was frozen. */
export async function deleteFreeze(db: Db, workspaceId: string, subject: string): Promise<boolean> {
  return await changesRow(
    db.deleteFrom('freezes').where('workspace_id', '=', workspaceId).where('subject', '=', subject),
  )
}
