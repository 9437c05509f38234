// The answers of leads: what is kept of them, and for what is not, what the platform still says.

import type { ErrorCode, Platform } from '@adrail/contract'
import { isWithdrawn, type StoredLead } from '../store/leads.ts'
import type { LeadParts } from './leadParts.ts'
import { needsPerson } from './needsPerson.ts'
import { readings } from './readings.ts'
import type { LeadContent, LeadReading } from './readLead.ts'

/** What was filled in, or what a person has to mend before it can be had. */
export type Answers = { readonly content: LeadContent } | { readonly problem: ErrorCode }
type Found = readonly [leadId: string, answers: Answers]

/**
 * By the lead's id. Those that are neither kept nor given out any more are not there. Fails with whatever may pass: told as
 * missing, they would be missed for good by whoever reads each lead once.
 */
export async function answersOf(
  parts: LeadParts,
  leads: readonly StoredLead[],
): Promise<ReadonlyMap<string, Answers>> {
  const answers = new Map<string, Answers>()
  for (const lead of leads) {
    if (lead.content === '') continue
    const cell = { workspaceId: lead.workspace_id, table: 'leads', id: lead.id, column: 'content' } as const
    // Written by the shape that it is read with, in keep.ts.
    const content = JSON.parse(parts.linking.vault.open(cell, lead.content)) as LeadContent
    answers.set(lead.id, { content })
  }
  // What somebody took back is not asked for, whoever still has it.
  const missing = leads.filter((lead) => lead.content === '' && !isWithdrawn(lead))
  for (const [platform, some] of Map.groupBy(missing, (lead) => lead.platform))
    for (const [id, found] of await askAgain(parts, platform, some)) answers.set(id, found)
  return answers
}

/** Nothing is kept of it. A connection that waits for a person must not keep the leads of all others from being read. */
async function askAgain(
  { accounts }: LeadParts,
  platform: Platform,
  leads: readonly StoredLead[],
): Promise<Found[]> {
  const [first] = leads
  if (first === undefined) return []
  try {
    const { connector } = await accounts.connect(first.workspace_id, first.user_id, platform)
    // The table's own entry, which is for this platform's connector.
    const reading = readings[platform] as LeadReading<typeof connector>
    const subject = reading.subjectOf(connector)
    const known = leads
      .filter(({ account_id }) => account_id === subject)
      .map((lead) => ({ upstreamId: lead.upstream_id, submittedAt: lead.submitted_at }))
    const again = known.length === 0 ? [] : await reading.again(connector, known)
    const found = new Map(again.map(({ upstreamId, content }) => [upstreamId, content]))
    return leads.flatMap(({ id, account_id, upstream_id }): Found[] => {
      // Of what was linked before: only linked again could it be asked for.
      if (account_id !== subject) return [[id, { problem: 'ACCOUNT_NOT_LINKED' }]]
      const content = found.get(upstream_id)
      return content === undefined ? [] : [[id, { content }]]
    })
  } catch (error) {
    if (!needsPerson(error)) throw error
    return leads.map(({ id }) => [id, { problem: error.code }])
  }
}
