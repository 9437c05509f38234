// Somebody took back what they had filled in: its answers are erased here too, and the workspace is told, because it may
// have a copy.

import type { Platform } from '@adrail/contract'
import { makeEvent, tell } from '../events/tell.ts'
import { rereadSubject } from '../store/leadSources.ts'
import { leadsNamed, withdrawLead } from '../store/leads.ts'
import type { LeadParts } from './leadParts.ts'

/** Leads by the platform's own ids, of everybody who has them of the page or account. What is unknown here needs nothing. */
export async function withdrawLeads(
  { linking: { store, runtime } }: LeadParts,
  platform: Platform,
  subject: string,
  upstreamIds: readonly string[],
): Promise<void> {
  if (upstreamIds.length === 0) return
  // First, so that none is kept after this that the platform gave out before.
  await rereadSubject(store.db, platform, subject)
  for (const lead of await leadsNamed(store.db, platform, subject, upstreamIds))
    await store.db.transaction().execute(async (transaction) => {
      // Told once, however often the platform says it.
      if (!(await withdrawLead(transaction, lead.id))) return
      const data = { leadId: lead.id, platform, formId: lead.form_id, campaignId: lead.campaign_id }
      await tell(transaction, lead.workspace_id, [makeEvent(runtime, 'lead.withdrawn', lead.user_id, data)])
    })
}
