// The answers of leads: what is kept of them, and for what is not, what the platform still says.

import type { Platform } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import type { StoredLead } from '../store/leads.ts'
import type { LeadParts } from './leadParts.ts'
import { readings } from './readings.ts'
import type { LeadContent, LeadReading } from './readLead.ts'

/** By the lead's id. Those that are neither kept nor to be had any more are not there. */
export async function answersOf(
  parts: LeadParts,
  leads: readonly StoredLead[],
): Promise<ReadonlyMap<string, LeadContent>> {
  const answers = new Map<string, LeadContent>()
  for (const lead of leads) {
    if (lead.content === '') continue
    const cell = { workspaceId: lead.workspace_id, table: 'leads', id: lead.id, column: 'content' } as const
    // Written by the shape that it is read with, in keep.ts.
    answers.set(lead.id, JSON.parse(parts.linking.vault.open(cell, lead.content)) as LeadContent)
  }
  const missing = leads.filter(({ content }) => content === '')
  for (const [platform, some] of Map.groupBy(missing, (lead) => lead.platform))
    for (const [id, content] of await askAgain(parts, platform, some)) answers.set(id, content)
  return answers
}

/** Nothing is kept of it. A platform that cannot be asked leaves them without answers. */
async function askAgain(
  { accounts, linking }: LeadParts,
  platform: Platform,
  leads: readonly StoredLead[],
): Promise<[string, LeadContent][]> {
  const [first] = leads
  if (first === undefined) return []
  try {
    const { connector } = await accounts.connect(first.workspace_id, first.user_id, platform)
    // The table's own entry, which is for this platform's connector.
    const reading = readings[platform] as LeadReading<typeof connector>
    const known = leads.map((lead) => ({ upstreamId: lead.upstream_id, submittedAt: lead.submitted_at }))
    const found = new Map(
      (await reading.again(connector, known)).map((lead) => [lead.upstreamId, lead.content]),
    )
    return leads.flatMap(({ id, upstream_id }) => {
      const content = found.get(upstream_id)
      return content === undefined ? [] : [[id, content] as [string, LeadContent]]
    })
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : 'INTERNAL'
    linking.log.info('answers of leads could not be asked for', { platform, code })
    return []
  }
}
