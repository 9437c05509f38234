// Loads the answers of leads: stored answers from the database, all others from the platform.

import type { ErrorCode, Platform } from '@adrail/contract'
import { isWithdrawn, type StoredLead } from '../store/leads.ts'
import type { LeadParts } from './leadParts.ts'
import { needsPerson } from './needsPerson.ts'
import { readings } from './readings.ts'
import type { LeadContent, LeadReading } from './readLead.ts'

/** A problem is an error code of a failure that only the user can fix. */
export type Answers = { readonly content: LeadContent } | { readonly problem: ErrorCode }
type Found = readonly [leadId: string, answers: Answers]

/**
 * Returns answers by lead id. A lead is absent if neither adrail nor the platform has its answers. Throws on
 * transient errors: a caller that reads each lead once would otherwise lose the answers for good.
 */
export async function answersOf(
  parts: LeadParts,
  leads: readonly StoredLead[],
): Promise<ReadonlyMap<string, Answers>> {
  const answers = new Map<string, Answers>()
  for (const lead of leads) {
    if (lead.content === '') continue
    const cell = { workspaceId: lead.workspace_id, table: 'leads', id: lead.id, column: 'content' } as const
    // `keepLeads` wrote this JSON with the same type.
    const content = JSON.parse(parts.linking.vault.open(cell, lead.content)) as LeadContent
    answers.set(lead.id, { content })
  }
  // Withdrawn answers are not requested, even if the platform still has them.
  const missing = leads.filter((lead) => lead.content === '' && !isWithdrawn(lead))
  for (const [platform, some] of Map.groupBy(missing, (lead) => lead.platform))
    for (const [id, found] of await askAgain(parts, platform, some)) answers.set(id, found)
  return answers
}

/**
 * Fetches answers without storing them. A connection that needs
 * user action must not block the leads of others.
 */
async function askAgain(
  { accounts }: LeadParts,
  platform: Platform,
  leads: readonly StoredLead[],
): Promise<Found[]> {
  const [first] = leads
  if (first === undefined) return []
  try {
    const { connector } = await accounts.connect(first.workspace_id, first.user_id, platform)
    // The table's entry for a platform matches the platform's connector.
    const reading = readings[platform] as LeadReading<typeof connector>
    const subject = reading.subjectOf(connector)
    const known = leads
      .filter(({ account_id }) => account_id === subject)
      .map((lead) => ({ upstreamId: lead.upstream_id, submittedAt: lead.submitted_at }))
    const again = known.length === 0 ? [] : await reading.again(connector, known)
    const found = new Map(again.map(({ upstreamId, content }) => [upstreamId, content]))
    return leads.flatMap(({ id, account_id, upstream_id }): Found[] => {
      // The lead belongs to an account that was linked before. Only
      // linking that account again makes it readable.
      if (account_id !== subject) return [[id, { problem: 'ACCOUNT_NOT_LINKED' }]]
      const content = found.get(upstream_id)
      return content === undefined ? [] : [[id, { content }]]
    })
  } catch (error) {
    if (!needsPerson(error)) throw error
    return leads.map(({ id }) => [id, { problem: error.code }])
  }
}
