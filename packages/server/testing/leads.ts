// Leads for tests: people fill in forms at the sandbox, and callers read them.

import type { Platform, Results } from '@adrail/contract'
import { expect } from 'vitest'
import type { UserlessBody } from './calls.ts'
import type { SandboxAdmin } from './sandbox.ts'
import type { TestService } from './service.ts'

export type ListedLead = Results<'lead/list_leads'>['leads'][number]

/** The forms of what the demo person chooses, as the sandbox's orders name them. */
export const demoForms: Readonly<Record<Platform, Readonly<Record<string, string>>>> = {
  social: { formId: '700011' },
  search: { customerId: '4823109756', assetId: '88001122' },
  pro: { account: '512345678' },
}

/** People fill in a form; the platform's own ids of what came of it. */
export async function submitLead(
  sandbox: SandboxAdmin,
  platform: Platform,
  order: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  const simulation = await sandbox.simulate(`${platform}/lead`, { ...demoForms[platform], ...order })
  // What the order answers: packages/sandbox/src/<platform>/leads.
  return (simulation as { leadIds: string[] }).leadIds
}

/** Every page of a list, from a cursor on; and what the last of them said. */
export async function listAllLeads(
  service: TestService,
  userId: string,
  filter: UserlessBody<'lead/list_leads'> = {},
  apiKey = service.apiKey,
) {
  const leads: ListedLead[] = []
  let pagination = filter.pagination ?? ''
  for (;;) {
    const response = await service.call('lead/list_leads', { ...filter, userId, pagination }, { apiKey })
    expect(response).toMatchObject({ status: 200, results: { success: true } })
    leads.push(...response.results.leads)
    if (response.results.pagination.next === '') return { leads, results: response.results }
    pagination = response.results.pagination.next
  }
}
