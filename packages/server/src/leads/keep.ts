// Stores leads that were read: each once, in order of arrival, with encrypted answers. Emits an event
// for each lead that was submitted since its account was first linked in the workspace.

import { makeId } from '../base/runtime.ts'
import { appendNumbered, makeEvent } from '../events/tell.ts'
import { numberEvents } from '../store/events.ts'
import { receivedBefore, receivedBeside } from '../store/leadPositions.ts'
import { type LeadSource, type SourceHold, updateHeldSource } from '../store/leadSources.ts'
import { insertLeads, knownLeads } from '../store/leads.ts'
import type { Db } from '../store/tables.ts'
import type { LeadParts } from './leadParts.ts'
import { keptMs } from './readings.ts'
import { type ReadLead, withFormName } from './readLead.ts'

const dayMs = 24 * 60 * 60 * 1000
/** After this time, the platform cannot return a lead again that it has deleted. */
const afterwardsMs = 7 * dayMs
const mostAtOnce = 100

/** Another process has the lease of the source by now, or the source has ended. */
export class NotHeld extends Error {}

/** The map contains form names by id. */
type FormNames = () => Promise<ReadonlyMap<string, string> | undefined>

/** Stores new leads, oldest first, and returns their number. `formNames` loads the names that leads lack. */
export async function keepLeads(
  parts: LeadParts,
  source: LeadSource,
  hold: SourceHold,
  found: readonly ReadLead[],
  now: number,
  formNames: FormNames,
): Promise<number> {
  const oldest = now - keptMs(source.platform)
  // Lists can shift between two pages. A lead that is returned twice
  // must not prevent all others from being stored.
  const once = new Map(found.map((lead) => [lead.upstreamId, lead])).values()
  const inTime = [...once].filter(({ submittedAt }) => submittedAt > oldest)
  inTime.sort((a, b) => a.submittedAt - b.submittedAt || (a.upstreamId < b.upstreamId ? -1 : 1))
  let names: ReadonlyMap<string, string> | undefined
  let kept = 0
  for (let from = 0; from < inTime.length; from += mostAtOnce) {
    const leads = await unknownOf(parts, source, inTime.slice(from, from + mostAtOnce))
    if (leads.length === 0) continue
    // Loading the names costs a request, so it happens only if there is a new lead.
    names ??= await formNames()
    const named = leads.map((lead) => withFormName(lead, names))
    kept += await keepSome(parts, source, hold, named, now)
    // A caller may be waiting for this work.
    await parts.linking.runtime.turn()
  }
  return kept
}

async function unknownOf(
  { linking }: LeadParts,
  { id }: LeadSource,
  leads: readonly ReadLead[],
): Promise<ReadLead[]> {
  const ids = leads.map(({ upstreamId }) => upstreamId)
  const known = await knownLeads(linking.store.db, id, ids)
  return leads.filter(({ upstreamId }) => !known.has(upstreamId))
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
    // Updating the row locks the source until the commit, so that no other process stores the same leads.
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
    const isSent = await sentLeads(transaction, source, fresh)
    const events = rows.flatMap((row, index) => {
      const lead = fresh[index]
      if (lead === undefined || !isSent(lead)) return []
      const event = makeEvent(runtime, 'lead.received', userId, {
        leadId: row.id,
        platform,
        formId: row.form_id,
        formName: lead.content.formName,
        campaignId: row.campaign_id,
        isTest: row.is_test === 1,
        submittedAt: new Date(row.submitted_at).toISOString(),
      })
      return [{ ...event, seq: row.seq }]
    })
    await appendNumbered(transaction, workspaceId, events)
    return fresh.length
  })
}

/** Returns a predicate for the new leads for which an event is emitted. */
async function sentLeads(
  transaction: Db,
  source: LeadSource,
  fresh: readonly ReadLead[],
): Promise<(lead: ReadLead) => boolean> {
  const { linked_at, events_from } = source
  const isLater = ({ submittedAt }: ReadLead) => submittedAt > linked_at
  const earlier = fresh.filter((lead) => !isLater(lead) && lead.submittedAt >= events_from)
  const before = await receivedBefore(
    transaction,
    source,
    earlier.map(({ upstreamId }) => upstreamId),
  )
  // The order within the second of linking is unknown: another user's
  // source may have received such a lead after the link.
  const surelyEarlier = earlier.filter(({ submittedAt }) => submittedAt < linked_at)
  const beside = await receivedBeside(
    transaction,
    source,
    surelyEarlier.map(({ upstreamId }) => upstreamId),
  )
  const missed = new Set(
    earlier.filter(({ upstreamId }) => !before.has(upstreamId) && !beside.has(upstreamId)),
  )
  return (lead) => isLater(lead) || missed.has(lead)
}
