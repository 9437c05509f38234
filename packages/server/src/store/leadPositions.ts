// Lead positions: for each disconnected account, the time from which a later link sends leads as events.
// adrail does not send leads again that the workspace received before.

import type { Platform } from '@adrail/contract'
import { sql } from 'kysely'
import type { ConnectionKey } from './connections.ts'
import type { Db } from './tables.ts'

/** An account or a page as a source of leads of a workspace. */
export interface LeadAccount {
  readonly workspace_id: string
  readonly platform: Platform
  readonly subject: string
}

/**
 * Returns the time from which adrail sends leads of the account as events to the workspace. Returns undefined
 * when the workspace has neither an ended source nor another user's source of the account.
 */
export async function findLeadPosition(
  db: Db,
  { workspace_id, platform, subject }: LeadAccount,
): Promise<number | undefined> {
  const { kept: savedPosition } = await db
    .selectFrom('lead_positions')
    .select(({ fn }) => fn.max<number | null>('events_from').as('kept'))
    .where('workspace_id', '=', workspace_id)
    .where('platform', '=', platform)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  const { live: livePosition } = await db
    .selectFrom('lead_sources')
    .select(({ fn }) =>
      fn
        .max<number | null>(sql`case when events_subject = subject then resume_from else read_until end`)
        .as('live'),
    )
    .where('ended_at', 'is', null)
    .where('platform', '=', platform)
    .where('subject', '=', subject)
    .where('workspace_id', '=', workspace_id)
    // A source that an earlier release of adrail created and never read has no position.
    .where(({ eb, or, ref }) =>
      or([eb('events_subject', '=', ref('subject')), eb('read_at', 'is not', null)]),
    )
    .executeTakeFirstOrThrow()
  const positions = [savedPosition, livePosition].filter((position) => position !== null)
  return positions.length === 0 ? undefined : Math.max(...positions)
}

/** Saves the position of a connection's source. `endedAt` selects an ended source, and null the live one. */
export async function saveLeadPosition(
  db: Db,
  { workspace_id, user_id, platform }: ConnectionKey,
  endedAt: number | null,
): Promise<void> {
  await db
    .insertInto('lead_positions')
    .columns(['workspace_id', 'platform', 'subject', 'events_from'])
    .expression((eb) =>
      eb
        .selectFrom('lead_sources')
        .select(['workspace_id', 'platform', 'subject', 'resume_from'])
        .where('workspace_id', '=', workspace_id)
        .where('user_id', '=', user_id)
        .where('platform', '=', platform)
        .where('ended_at', endedAt === null ? 'is' : '=', endedAt)
        .where('events_subject', '=', eb.ref('subject')),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'platform', 'subject'])
        .doUpdateSet((eb) => ({ events_from: eb.ref('excluded.events_from') }))
        .whereRef('lead_positions.events_from', '<', 'excluded.events_from'),
    )
    .execute()
}

/**
 * Saves the ids of received leads that a later link of the account would read again. `endedAt` selects the
 * source, as in `saveLeadPosition`.
 */
export async function saveReceivedLeads(
  db: Db,
  { workspace_id, user_id, platform }: ConnectionKey,
  endedAt: number | null,
): Promise<void> {
  await db
    .insertInto('received_leads')
    .columns(['workspace_id', 'platform', 'subject', 'upstream_id', 'forget_at'])
    .expression((eb) =>
      eb
        .selectFrom('lead_sources')
        .innerJoin('leads', 'leads.source_id', 'lead_sources.id')
        .innerJoin('lead_positions', (join) =>
          join
            .onRef('lead_positions.workspace_id', '=', 'leads.workspace_id')
            .onRef('lead_positions.platform', '=', 'leads.platform')
            .onRef('lead_positions.subject', '=', 'leads.account_id'),
        )
        .select([
          'leads.workspace_id',
          'leads.platform',
          'leads.account_id',
          'leads.upstream_id',
          'leads.forget_at',
        ])
        .where('lead_sources.workspace_id', '=', workspace_id)
        .where('lead_sources.user_id', '=', user_id)
        .where('lead_sources.platform', '=', platform)
        .where('lead_sources.ended_at', endedAt === null ? 'is' : '=', endedAt)
        .whereRef('leads.submitted_at', '>=', 'lead_positions.events_from'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the ids of leads that the workspace received through ended sources of the account. */
export async function listFormerlyReceivedIds(
  db: Db,
  { workspace_id, platform, subject }: LeadAccount,
  upstreamIds: readonly string[],
): Promise<Set<string>> {
  if (upstreamIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('received_leads')
    .select('upstream_id')
    .where('workspace_id', '=', workspace_id)
    .where('platform', '=', platform)
    .where('subject', '=', subject)
    .where('upstream_id', 'in', upstreamIds)
    .execute()
  return new Set(rows.map(({ upstream_id }) => upstream_id))
}

/** Returns the ids of leads that the workspace received through other users' sources of the account. */
export async function listIdsReceivedByOthers(
  db: Db,
  { id, workspace_id, platform, subject }: LeadAccount & { readonly id: string },
  upstreamIds: readonly string[],
): Promise<Set<string>> {
  if (upstreamIds.length === 0) return new Set()
  const otherSources = db
    .selectFrom('lead_sources')
    .select('id')
    .where('ended_at', 'is', null)
    .where('platform', '=', platform)
    .where('subject', '=', subject)
    .where('workspace_id', '=', workspace_id)
    .where('id', '<>', id)
  const rows = await db
    .selectFrom('leads')
    .select('upstream_id')
    .where('source_id', 'in', otherSources)
    .where('upstream_id', 'in', upstreamIds)
    .execute()
  return new Set(rows.map(({ upstream_id }) => upstream_id))
}

/** Deletes ids of leads that the platform no longer returns. Returns their number. */
export async function deleteExpiredReceivedIds(
  db: Db,
  platform: Platform,
  now: number,
  limit: number,
): Promise<number> {
  const due = db
    .selectFrom('received_leads')
    .select(['workspace_id', 'platform', 'subject', 'upstream_id'])
    .where('platform', '=', platform)
    .where('forget_at', '<=', now)
    .orderBy('forget_at')
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('received_leads')
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('workspace_id', 'platform', 'subject', 'upstream_id'),
        'in',
        due.$asTuple('workspace_id', 'platform', 'subject', 'upstream_id'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
