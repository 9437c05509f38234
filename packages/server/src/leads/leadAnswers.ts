// Loads the answers of leads: stored answers from the database, all others from the platform.

import type { ErrorCode, Platform } from '@adrail/contract'
import type { LeadContent } from '../platforms/connector-kit/leadAdapter.ts'
import { definitionOf } from '../platforms/index.ts'
import { isLeadWithdrawn } from '../store/columnMeanings.ts'
import type { StoredLead } from '../store/leads.ts'
import type { LeadDeps } from './leadDeps.ts'
import { needsUserAction } from './needsUserAction.ts'

/** A problem is an error code of a failure that only the user can fix. */
export type LeadAnswers = { readonly content: LeadContent } | { readonly problem: ErrorCode }
type AnswerEntry = readonly [leadId: string, answers: LeadAnswers]

/**
 * Returns answers by lead id. A lead is absent if neither adrail nor the platform has its answers. Throws on
 * transient errors: a caller that reads each lead once would otherwise lose the answers for good.
 */
export async function loadAnswers(
  deps: LeadDeps,
  leads: readonly StoredLead[],
): Promise<ReadonlyMap<string, LeadAnswers>> {
  const answers = new Map<string, LeadAnswers>()
  for (const lead of leads) {
    if (lead.content === '') continue
    const cell = { workspaceId: lead.workspace_id, table: 'leads', id: lead.id, column: 'content' } as const
    // `storeLeads` wrote this JSON with the same type.
    const content = JSON.parse(deps.linking.vault.decrypt(cell, lead.content)) as LeadContent
    answers.set(lead.id, { content })
  }
  // Withdrawn answers are not requested, even if the platform still has them.
  const unstored = leads.filter((lead) => lead.content === '' && !isLeadWithdrawn(lead))
  for (const [platform, batch] of Map.groupBy(unstored, (lead) => lead.platform))
    for (const [id, entry] of await refetchAnswers(deps, platform, batch)) answers.set(id, entry)
  return answers
}

/**
 * Fetches answers without storing them. A connection that needs
 * user action must not block the leads of others.
 */
async function refetchAnswers(
  { accounts }: LeadDeps,
  platform: Platform,
  leads: readonly StoredLead[],
): Promise<AnswerEntry[]> {
  const [first] = leads
  if (first === undefined) return []
  try {
    const { connector } = await accounts.connect(first.workspace_id, first.user_id, platform)
    const adapter = definitionOf(platform).leads
    const subject = adapter.getSubject(connector)
    const keys = leads
      .filter(({ account_id }) => account_id === subject)
      .map((lead) => ({ upstreamId: lead.upstream_id, submittedAt: lead.submitted_at }))
    const refetched = keys.length === 0 ? [] : await adapter.refetch(connector, keys)
    const contentById = new Map(refetched.map(({ upstreamId, content }) => [upstreamId, content]))
    return leads.flatMap(({ id, account_id, upstream_id }): AnswerEntry[] => {
      // The lead belongs to an account that was linked before. Only
      // linking that account again makes it readable.
      if (account_id !== subject) return [[id, { problem: 'ACCOUNT_NOT_LINKED' }]]
      const content = contentById.get(upstream_id)
      return content === undefined ? [] : [[id, { content }]]
    })
  } catch (error) {
    if (!needsUserAction(error)) throw error
    return leads.map(({ id }) => [id, { problem: error.code }])
  }
}
