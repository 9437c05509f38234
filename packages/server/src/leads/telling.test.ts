// The event `lead.received`: one for each lead, whichever way it came, with nothing personal in it. Which
// leads it is sent for is in events.test.ts.

import { expect, test } from 'vitest'
import { expectSuccess } from '../../testing/expectations.ts'
import { allLeads, submit } from '../../testing/leads.ts'
import { linkedUser } from '../../testing/linked.ts'
import { hourMs, turn } from '../../testing/linking.ts'
import { newRound } from '../../testing/rounds.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

const service = useService({ environment: { LEADS: 'on' } })
const sandbox = sandboxOf(service, 'search')

/** Every event of the user's leads after a cursor, and where they end. */
async function told(userId: string, pagination = '') {
  const events = []
  for (;;) {
    const answer = await service.call('event/list_events', { types: ['lead.received'], userId, pagination })
    const results = expectSuccess('event/list_events', answer)
    events.push(...results.events)
    pagination = results.resume
    if (results.pagination.next === '') return { events, resume: pagination }
  }
}

test('every lead since the first link is told once, in the order of the list and without what was filled in', async () => {
  const userId = await linkedUser(service, { platform: 'SEARCH' })
  const early = (await allLeads(service, userId)).leads
  const before = await told(userId)
  expect(before.events).toEqual([])

  const upstreamIds = await submit(sandbox, 'search', { count: 3, pushes: 0 })
  await turn(service, hourMs)
  // Read again and again: by the clock, and because somebody asks.
  const { leads } = await allLeads(service, userId)
  await newRound(service.app.leadReader)
  const { events } = await told(userId, before.resume)
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
