// Stores leads that were read: each once, in order of arrival, with encrypted answers. Emits an event
// for each lead that was submitted since its account was first linked in the workspace.

import { appendNumberedEvents, makeEvent } from '../events/emit.ts'
import { type PlatformLead, withFormName } from '../platforms/connector-kit/leadAdapter.ts'
import { definitionOf } from '../platforms/index.ts'
import { dayMs } from '../runtime/durations.ts'
import { makeId } from '../runtime/runtime.ts'
import { reserveEventNumbers } from '../store/events.ts'
import { listFormerlyReceivedIds, listIdsReceivedByOthers } from '../store/leadPositions.ts'
import { type LeadSource, type SourceLease, updateLeasedSource } from '../store/leadSources.ts'
import { insertLeads, listKnownLeadIds } from '../store/leads.ts'
import type { Db } from '../store/tables.ts'
import type { LeadDeps } from './leadDeps.ts'

/** After this time, the platform cannot return a lead again that it has deleted. */
const reappearanceMs = 7 * dayMs
const batchSize = 100

/** Another process has the lease of the source by now, or the source has ended. */
export class SourceLeaseLost extends Error {}

/** The map contains form names by id. */
type LoadFormNames = () => Promise<ReadonlyMap<string, string> | undefined>

/** Stores new leads, oldest first, and returns their number. `loadFormNames` loads the names that leads lack. */
export async function storeLeads(
  deps: LeadDeps,
  source: LeadSource,
  lease: SourceLease,
  candidates: readonly PlatformLead[],
  now: number,
  loadFormNames: LoadFormNames,
): Promise<number> {
  const cutoff = now - getPlatformRetentionMs(source)
  // Lists can shift between two pages. A lead that is returned twice
  // must not prevent all others from being stored.
  const uniqueLeads = new Map(candidates.map((lead) => [lead.upstreamId, lead])).values()
  const retainedLeads = [...uniqueLeads].filter(({ submittedAt }) => submittedAt > cutoff)
  retainedLeads.sort((a, b) => a.submittedAt - b.submittedAt || (a.upstreamId < b.upstreamId ? -1 : 1))
  let names: ReadonlyMap<string, string> | undefined
  let storedCount = 0
  for (let from = 0; from < retainedLeads.length; from += batchSize) {
    const newLeads = await filterUnknown(deps, source, retainedLeads.slice(from, from + batchSize))
    if (newLeads.length === 0) continue
    // Loading the names costs a request, so it happens only if there is a new lead.
    names ??= await loadFormNames()
    const namedLeads = newLeads.map((lead) => withFormName(lead, names))
    storedCount += await storeBatch(deps, source, lease, namedLeads, now)
    // A caller may be waiting for this work.
    await deps.linking.runtime.yieldToLoop()
  }
  return storedCount
}

/** The platform returns a lead for this long after its submission. */
function getPlatformRetentionMs({ platform }: LeadSource): number {
  return definitionOf(platform).leads.platformRetentionDays * dayMs
}

async function filterUnknown(
  { linking }: LeadDeps,
  { id }: LeadSource,
  leads: readonly PlatformLead[],
): Promise<PlatformLead[]> {
  const ids = leads.map(({ upstreamId }) => upstreamId)
  const knownIds = await listKnownLeadIds(linking.store.db, id, ids)
  return leads.filter(({ upstreamId }) => !knownIds.has(upstreamId))
}

async function storeBatch(
  { linking, answerRetentionDays }: LeadDeps,
  source: LeadSource,
  lease: SourceLease,
  leads: readonly PlatformLead[],
  now: number,
): Promise<number> {
  const { store, runtime, vault } = linking
  const { id: sourceId, workspace_id: workspaceId, user_id: userId, platform } = source
  const platformRetentionMs = getPlatformRetentionMs(source)
  return await store.db.transaction().execute(async (transaction) => {
    // Updating the row locks the source until the commit, so that no other process stores the same leads.
    if (!(await updateLeasedSource(transaction, lease, { lease_owner: lease.lease_owner })))
      throw new SourceLeaseLost()
    const knownIds = await listKnownLeadIds(
      transaction,
      sourceId,
      leads.map(({ upstreamId }) => upstreamId),
    )
    const newLeads = leads.filter(({ upstreamId }) => !knownIds.has(upstreamId))
    if (newLeads.length === 0) return 0
    const lastSeq = await reserveEventNumbers(transaction, workspaceId, newLeads.length)
    const rows = newLeads.map(({ content, isTest, upstreamId, submittedAt, ...ids }, index) => {
      const id = makeId('led', runtime)
      const platformExpiry = submittedAt + platformRetentionMs
      const cell = { workspaceId, table: 'leads', id, column: 'content' } as const
      return {
        id,
        source_id: sourceId,
        workspace_id: workspaceId,
        user_id: userId,
        platform,
        upstream_id: upstreamId,
        seq: lastSeq - newLeads.length + 1 + index,
        account_id: ids.accountId,
        form_id: ids.formId,
        campaign_id: ids.campaignId,
        ad_group_id: ids.adGroupId,
        ad_id: ids.adId,
        is_test: Number(isTest),
        submitted_at: submittedAt,
        received_at: now,
        content: answerRetentionDays === 0 ? '' : vault.encrypt(cell, JSON.stringify(content)),
        erase_at: Math.min(now + answerRetentionDays * dayMs, platformExpiry),
        forget_at: platformExpiry + reappearanceMs,
      }
    })
    await insertLeads(transaction, rows)
    const hasEvent = await loadEventFilter(transaction, source, newLeads)
    const events = rows.flatMap((row, index) => {
      const lead = newLeads[index]
      if (lead === undefined || !hasEvent(lead)) return []
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
    await appendNumberedEvents(transaction, workspaceId, events)
    return newLeads.length
  })
}

/** Returns a predicate for the new leads for which an event is emitted. */
async function loadEventFilter(
  transaction: Db,
  source: LeadSource,
  newLeads: readonly PlatformLead[],
): Promise<(lead: PlatformLead) => boolean> {
  const { linked_at, events_from } = source
  const isLater = ({ submittedAt }: PlatformLead) => submittedAt > linked_at
  const earlierLeads = newLeads.filter((lead) => !isLater(lead) && lead.submittedAt >= events_from)
  const receivedEarlier = await listFormerlyReceivedIds(
    transaction,
    source,
    earlierLeads.map(({ upstreamId }) => upstreamId),
  )
  // The order within the second of linking is unknown: another user's
  // source may have received such a lead after the link.
  const strictlyEarlier = earlierLeads.filter(({ submittedAt }) => submittedAt < linked_at)
  const receivedElsewhere = await listIdsReceivedByOthers(
    transaction,
    source,
    strictlyEarlier.map(({ upstreamId }) => upstreamId),
  )
  const missed = new Set(
    earlierLeads.filter(
      ({ upstreamId }) => !receivedEarlier.has(upstreamId) && !receivedElsewhere.has(upstreamId),
    ),
  )
  return (lead) => isLater(lead) || missed.has(lead)
}
