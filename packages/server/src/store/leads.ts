// Submitted lead forms.

import type { Platform } from '@adrail/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import { changesRow } from './changesRow.ts'
import { withdrawnLeadColumns } from './columnMeanings.ts'
import type { Db, LeadTable } from './tables.ts'

export type StoredLead = Selectable<LeadTable>

/** Returns those of the platform's ids that a source has already. */
export async function listKnownLeadIds(
  db: Db,
  sourceId: string,
  upstreamIds: readonly string[],
): Promise<Set<string>> {
  if (upstreamIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('leads')
    .select('upstream_id')
    .where('source_id', '=', sourceId)
    .where('upstream_id', 'in', upstreamIds)
    .execute()
  return new Set(rows.map(({ upstream_id }) => upstream_id))
}

export async function insertLeads(db: Db, leads: readonly Insertable<LeadTable>[]): Promise<void> {
  await db.insertInto('leads').values(leads).execute()
}

export interface LeadQuery {
  readonly sourceIds: readonly string[]
  readonly platform?: Platform | undefined
  readonly formId?: string | undefined
  readonly campaignId?: string | undefined
  /** Selects leads that arrived after this number. */
  readonly after: number
}

function selectLeads(
  db: Db,
  workspaceId: string,
  userId: string,
  { sourceIds, platform, formId, campaignId }: Omit<LeadQuery, 'after'>,
) {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('source_id', 'in', sourceIds)
    .where(({ and }) =>
      and({
        ...(platform === undefined ? {} : { platform }),
        ...(formId === undefined ? {} : { form_id: formId }),
        ...(campaignId === undefined ? {} : { campaign_id: campaignId }),
      }),
    )
}

/** Lists leads in the order of arrival. */
export async function listLeadsAfter(
  db: Db,
  workspaceId: string,
  userId: string,
  filter: LeadQuery,
  limit: number,
): Promise<StoredLead[]> {
  if (filter.sourceIds.length === 0) return []
  return await selectLeads(db, workspaceId, userId, filter)
    .where('seq', '>', filter.after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export interface NewestLeadQuery extends Omit<LeadQuery, 'after'> {
  /** Selects leads that arrived up to this number. */
  readonly upTo: number
  /** The position after which the page begins. */
  readonly before?: { readonly submittedAt: number; readonly id: string } | undefined
}

/** Lists leads, last submission first. */
export async function listNewestLeads(
  db: Db,
  workspaceId: string,
  userId: string,
  filter: NewestLeadQuery,
  limit: number,
): Promise<StoredLead[]> {
  const { upTo, before } = filter
  if (filter.sourceIds.length === 0) return []
  return await selectLeads(db, workspaceId, userId, filter)
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('submitted_at', 'id'), '<', tuple(before?.submittedAt ?? 0, before?.id ?? '')),
      ),
    )
    // An expression, so that the planner does not read an index in the order of arrival and sort.
    .where(sql<boolean>`seq + 0 <= ${upTo}`)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function findLeads(
  db: Db,
  workspaceId: string,
  userId: string,
  ids: readonly string[],
): Promise<StoredLead[]> {
  return await selectLinkedLeads(db)
    .where('leads.id', 'in', ids)
    .where('leads.workspace_id', '=', workspaceId)
    .where('leads.user_id', '=', userId)
    .execute()
}

/**
 * Lists leads by the platform's ids, of a page or an account. A source that has another account by now still
 * has the leads of the earlier one, so the query compares the account of the lead.
 */
export async function listLeadsByUpstreamId(
  db: Db,
  platform: Platform,
  subject: string,
  upstreamIds: readonly string[],
): Promise<StoredLead[]> {
  if (upstreamIds.length === 0) return []
  return await selectLinkedLeads(db)
    .where('leads.platform', '=', platform)
    .where('leads.upstream_id', 'in', upstreamIds)
    .where('leads.account_id', '=', subject)
    .execute()
}

/** Selects leads of sources that are still linked. */
function selectLinkedLeads(db: Db) {
  return db
    .selectFrom('leads')
    .innerJoin('lead_sources', 'lead_sources.id', 'leads.source_id')
    .selectAll('leads')
    .where('lead_sources.ended_at', 'is', null)
}

/** Erases the answers of a withdrawn lead. Returns false when they were erased before. */
export async function withdrawLead(db: Db, id: string): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('leads')
      .set(withdrawnLeadColumns)
      .where('id', '=', id)
      .where('erase_at', '<>', withdrawnLeadColumns.erase_at),
  )
}

/** Erases answers whose retention period has ended. Returns the number of leads. */
export async function eraseAnswers(db: Db, platform: Platform, now: number, limit: number): Promise<number> {
  const due = db
    .selectFrom('leads')
    .select('id')
    .where('platform', '=', platform)
    // A literal, so that the planner knows that the partial index of stored answers contains the row.
    .where('content', '<>', sql.lit(''))
    .where('erase_at', '<=', now)
    .orderBy('erase_at')
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable('leads')
    .set({ content: '' })
    .where('id', 'in', due)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes leads that the platform cannot report any more. Returns their number. */
export async function deleteExpiredLeads(
  db: Db,
  platform: Platform,
  now: number,
  limit: number,
): Promise<number> {
  const due = db
    .selectFrom('leads')
    .select('id')
    .where('platform', '=', platform)
    .where('forget_at', '<=', now)
    .orderBy('forget_at')
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('leads').where('id', 'in', due).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes leads of a source. Returns their number. */
export async function deleteLeads(db: Db, sourceId: string, limit: number): Promise<number> {
  const rowsToDelete = db.selectFrom('leads').select('id').where('source_id', '=', sourceId).limit(limit)
  const { numDeletedRows } = await db.deleteFrom('leads').where('id', 'in', rowsToDelete).executeTakeFirst()
  return Number(numDeletedRows)
}
