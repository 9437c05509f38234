// Simulates submitted lead forms at the sandbox and reads the leads as a caller.

import type { Platform, Results } from '@adrail/contract'
import { expect } from 'vitest'
import type { UserlessBody } from './calls.ts'
import type { SandboxAdmin } from './sandbox.ts'
import type { TestService } from './service.ts'

export type ListedLead = Results<'lead/list_leads'>['leads'][number]

/** Lead forms of the demo person's selected accounts, as parameters of the sandbox's `lead` event. */
export const demoForms: Readonly<Record<Platform, Readonly<Record<string, string>>>> = {
  social: { formId: '700011' },
  search: { customerId: '4823109756', assetId: '88001122' },
  pro: { account: '512345678' },
}

/** Submits lead forms at the sandbox. Returns the platform's ids of the leads. */
export async function submitLead(
  sandbox: SandboxAdmin,
  platform: Platform,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  const simulation = await sandbox.simulate(`${platform}/lead`, { ...demoForms[platform], ...parameters })
  // packages/sandbox/src/platforms/<platform>/leads defines this response.
  return (simulation as { leadIds: string[] }).leadIds
}

/** Reads all pages from a cursor on. Returns the leads and the results of the last page. */
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
