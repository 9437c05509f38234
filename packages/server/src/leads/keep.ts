// What was read becomes ours: each lead once, numbered by the event that tells of it, its answers sealed.

import { makeId } from '../base/runtime.ts'
import { makeEvent, tellNumbered } from '../events/tell.ts'
import { numberEvents } from '../store/events.ts'
import { type LeadSource, type SourceHold, updateHeldSource } from '../store/leadSources.ts'
import { insertLeads, knownLeads } from '../store/leads.ts'
import type { LeadParts } from './leadParts.ts'
import { keptMs } from './readings.ts'
import type { ReadLead } from './readLead.ts'

const dayMs = 24 * 60 * 60 * 1000
/** So long after the platform forgot a lead it cannot come again. */
const afterwardsMs = 7 * dayMs
const mostAtOnce = 100

/** Somebody else reads the source by now, or it has ended. */
export class NotHeld extends Error {}

/** Keeps what is new of it, oldest first; how many that was. */
export async function keepLeads(
  parts: LeadParts,
  source: LeadSource,
  hold: SourceHold,
  found: readonly ReadLead[],
  now: number,
): Promise<number> {
  const oldest = now - keptMs(source.platform)
  // Each once: lists can shift between two pages, and one that is told twice must not keep all others out.
  const once = new Map(found.map((lead) => [lead.upstreamId, lead])).values()
  const inTime = [...once].filter(({ submittedAt }) => submittedAt > oldest)
  inTime.sort((a, b) => a.submittedAt - b.submittedAt || (a.upstreamId < b.upstreamId ? -1 : 1))
  let kept = 0
  for (let from = 0; from < inTime.length; from += mostAtOnce) {
    kept += await keepSome(parts, source, hold, inTime.slice(from, from + mostAtOnce), now)
    // A caller who asked for them may wait for this.
    await parts.linking.runtime.turn()
  }
  return kept
}

async function keepSome(
  { linking, keepDays }: LeadParts,
  source: LeadSource,
  hold: SourceHold,
  leads: readonly ReadLead[],
  now: number,
): Promise<number> {
  const { store, runtime, vault } = linking
  const { id: sourceId, workspace_id: workspaceId, user_id: userId, platform } = source
  return await store.db.transaction().execute(async (transaction) => {
    // Holds the source until the end, so that nobody else finds the same ones new.
    if (!(await updateHeldSource(transaction, hold, { lease_owner: hold.lease_owner }))) throw new NotHeld()
    const known = await knownLeads(
      transaction,
      sourceId,
      leads.map(({ upstreamId }) => upstreamId),
    )
    const fresh = leads.filter(({ upstreamId }) => !known.has(upstreamId))
    if (fresh.length === 0) return 0
    const last = await numberEvents(transaction, workspaceId, fresh.length)
    const rows = fresh.map(({ content, isTest, upstreamId, submittedAt, ...ids }, index) => {
      const id = makeId('led', runtime)
      const forgottenAt = submittedAt + keptMs(platform)
      const cell = { workspaceId, table: 'leads', id, column: 'content' } as const
      return {
        id,
        source_id: sourceId,
        workspace_id: workspaceId,
        user_id: userId,
        platform,
        upstream_id: upstreamId,
        seq: last - fresh.length + 1 + index,
        account_id: ids.accountId,
        form_id: ids.formId,
        campaign_id: ids.campaignId,
        ad_group_id: ids.adGroupId,
        ad_id: ids.adId,
        is_test: Number(isTest),
        submitted_at: submittedAt,
        received_at: now,
        content: keepDays === 0 ? '' : vault.seal(cell, JSON.stringify(content)),
        erase_at: Math.min(now + keepDays * dayMs, forgottenAt),
        forget_at: forgottenAt + afterwardsMs,
      }
    })
    await insertLeads(transaction, rows)
    const events = rows.map((row) =>
      makeEvent(runtime, 'lead.received', userId, {
        leadId: row.id,
        platform,
        formId: row.form_id,
        campaignId: row.campaign_id,
        isTest: row.is_test === 1,
      }),
    )
    await tellNumbered(transaction, workspaceId, last, events)
    return fresh.length
  })
}
