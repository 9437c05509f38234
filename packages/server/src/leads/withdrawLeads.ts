// Handles leads that people withdrew: erases the answers, and emits
// an event because the workspace may have a copy.

import type { Platform } from '@adrail/contract'
import { emitEvents, makeEvent } from '../events/emit.ts'
import { rereadSubject } from '../store/leadSources.ts'
import { listLeadsByUpstreamId, withdrawLead } from '../store/leads.ts'
import type { LeadDeps } from './leadDeps.ts'

/** Withdraws the leads from every source of the page or account. Unknown ids are ignored. */
export async function withdrawLeads(
  { linking: { store, runtime } }: LeadDeps,
  platform: Platform,
  subject: string,
  upstreamIds: readonly string[],
): Promise<void> {
  if (upstreamIds.length === 0) return
  // The reread comes first, so that no process stores a copy that
  // the platform returned before the withdrawal.
  await rereadSubject(store.db, platform, subject)
  for (const lead of await listLeadsByUpstreamId(store.db, platform, subject, upstreamIds))
    await store.db.transaction().execute(async (transaction) => {
      // The event is emitted once, however often the platform repeats the notification.
      if (!(await withdrawLead(transaction, lead.id))) return
      const data = { leadId: lead.id, platform, formId: lead.form_id, campaignId: lead.campaign_id }
      await emitEvents(transaction, lead.workspace_id, [
        makeEvent(runtime, 'lead.withdrawn', lead.user_id, data),
      ])
    })
}
