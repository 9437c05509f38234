// adrail sends one event `lead.received` for each new lead, without personal data. The tests in
// events.test.ts show which leads are new.

import { expect, test } from 'vitest'
import { expectSuccess } from '../../testing/expectations.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { listAllLeads, submitLead } from '../../testing/leads.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { advanceClocks } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { hourMs } from '../runtime/durations.ts'

const service = useService({ environment: { LEADS: 'on' } })
const sandbox = createSandboxAdmin(service, 'search')

/** Returns the events of the user's leads after a cursor, and the cursor at their end. */
async function listEvents(userId: string, pagination = '') {
  const events = []
  for (;;) {
    const response = await service.call('event/list_events', { types: ['lead.received'], userId, pagination })
    const results = expectSuccess('event/list_events', response)
    events.push(...results.events)
    pagination = results.resume
    if (results.pagination.next === '') return { events, resume: pagination }
  }
}

test('adrail sends one event for each lead since the first link, in the order of the list and without the answers', async () => {
  const userId = await newLinkedUser(service, { platform: 'SEARCH' })
  const early = (await listAllLeads(service, userId)).leads
  const before = await listEvents(userId)
  expect(before.events).toEqual([])

  const upstreamIds = await submitLead(sandbox, 'search', { count: 3, pushes: 0 })
  await advanceClocks(service, hourMs)
  // adrail reads the leads repeatedly: when a caller lists them, and on schedule.
  const { leads } = await listAllLeads(service, userId)
  await pollTwice(service.app.leadReader)
  const { events } = await listEvents(userId, before.resume)
  const late = leads.slice(early.length)
  expect(late).toHaveLength(upstreamIds.length)
  expect(events.map(({ type, userId: of, data }) => ({ type, of, data }))).toEqual(
    late.map(({ leadId, platform, formId, formName, campaignId, isTest, submittedAt }) => ({
      type: 'lead.received',
      of: userId,
      data: { leadId, platform, formId, formName, campaignId, isTest, submittedAt },
    })),
  )
  const words = late
    .flatMap(({ fields }) => fields.map(({ value }) => value))
    .filter((word) => word.length > 3)
  expect(words.length).toBeGreaterThan(0)
  for (const word of words) expect(JSON.stringify(events)).not.toContain(word)
})
