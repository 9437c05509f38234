// Leads for tests: people fill in forms at the sandbox, and callers read them.

import type { Platform, Results } from '@adrail/contract'
import { expect } from 'vitest'
import type { UserlessBody } from './calls.ts'
import type { SandboxDoor } from './sandbox.ts'
import type { TestService } from './service.ts'

export type ListedLead = Results<'lead/list_leads'>['leads'][number]

/** The forms of what the demo person chooses, as the sandbox's orders name them. */
export const forms: Readonly<Record<Platform, Readonly<Record<string, string>>>> = {
  social: { formId: '700011' },
  search: { customerId: '4823109756', assetId: '88001122' },
  pro: { account: '512345678' },
}

/** People fill in a form; the platform's own ids of what came of it. */
export async function submit(
  sandbox: SandboxDoor,
  platform: Platform,
  order: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  const made = await sandbox.simulate(`${platform}/lead`, { ...forms[platform], ...order })
  // What the order answers: packages/sandbox/src/<platform>/leads.
  return (made as { leadIds: string[] }).leadIds
}

/** Every page of a list, from a cursor on; and what the last of them said. */
export async function allLeads(
  service: TestService,
  userId: string,
  asked: UserlessBody<'lead/list_leads'> = {},
  apiKey = service.apiKey,
) {
  const leads: ListedLead[] = []
  let pagination = asked.pagination ?? ''
  for (;;) {
    const answer = await service.call('lead/list_leads', { ...asked, userId, pagination }, { apiKey })
    expect(answer).toMatchObject({ status: 200, results: { success: true } })
    leads.push(...answer.results.leads)
    if (answer.results.pagination.next === '') return { leads, results: answer.results }
    pagination = answer.results.pagination.next
  }
}
