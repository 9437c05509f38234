// adrail sends the event `lead.received` once for each lead that was submitted since its account was first
// linked in the workspace, regardless of later links and disconnects.

import type { Platform } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { expectSuccess } from '../../testing/expectations.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { demoForms, listAllLeads, submitLead } from '../../testing/leads.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { advanceClocks } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { dayMs, hourMs } from '../runtime/durations.ts'

// Each test has its own service, so that it links accounts for the first time in a workspace.
const service = useService({ environment: { LEADS: 'on' } }, 'test')
const sandbox = createSandboxAdmin(service)
const search = { platform: 'SEARCH' } as const
const names = { social: 'SOCIAL_A', search: 'SEARCH', pro: 'PROFESSIONAL' } as const
const formNames = {
  social: 'Catering quote',
  search: 'Fox Garden Shop',
  pro: 'Trade account request',
} as const

/** Returns the data of the `lead.received` events of a user, in order. */
async function received(userId: string) {
  const data = []
  let pagination = ''
  do {
    const request = { types: ['lead.received' as const], userId, pagination }
    const results = expectSuccess('event/list_events', await service.call('event/list_events', request))
    data.push(...results.events.map((event) => event.data as { leadId: string; submittedAt: string }))
    pagination = results.pagination.next
  } while (pagination !== '')
  return data
}

/** Submits leads without an ad, and runs the lead reader. Returns the IDs of the platform. */
async function submitLater(platform: Platform, count: number) {
  const ids = await submitLead(sandbox, platform, { count, pushes: 0 })
  await advanceClocks(service, hourMs)
  await pollTwice(service.app.leadReader)
  return ids
}

const disconnect = async (userId: string) =>
  expectSuccess('auth/remove_link', await service.call('auth/remove_link', { userId, platform: 'SEARCH' }))

const sourceOf = (userId: string) =>
  service.app.store.db
    .selectFrom('lead_sources')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()

/** Returns the events of leads without an ad, which the test submitted. The other leads come from ads. */
async function organic(userId: string) {
  const sent = await received(userId)
  const leads = new Map((await listAllLeads(service, userId)).leads.map((lead) => [lead.leadId, lead]))
  return sent.filter(({ leadId }) => leads.get(leadId)?.adId === '')
}

describe('the first link of an account', () => {
  test.each(['social', 'search', 'pro'] as const)(
    'on %s lists the lead history, and sends events only for later leads, with form and time',
    async (platform) => {
      const userId = await newLinkedUser(service, { platform: names[platform] })
      const history = (await listAllLeads(service, userId)).leads
      expect(history.length).toBeGreaterThan(20)
      expect(await received(userId)).toEqual([])
      await submitLater(platform, 2)
      const { leads } = await listAllLeads(service, userId)
      const sent = await received(userId)
      const later = leads.slice(history.length)
      expect(sent).toEqual(
        later.map(({ leadId, formId, formName, campaignId, isTest, submittedAt }) => ({
          leadId,
          platform,
          formId,
          formName,
          campaignId,
          isTest,
          submittedAt,
        })),
      )
      const onOrder = later.filter(({ adId }) => adId === '')
      expect(onOrder).toHaveLength(2)
      expect(onOrder[0]?.formName).toBe(formNames[platform])
      expect(onOrder[0]?.formId).toBe(
        demoForms[platform]['formId'] ?? demoForms[platform]['assetId'] ?? '8100101',
      )
    },
  )

  test('sends one event when the platform announces a lead before the first read', async () => {
    const userId = await newLinkedUser(service, search)
    await submitLead(sandbox, 'search', { pushes: 0 })
    const { subject } = await sourceOf(userId)
    await service.app.service.leads.wake('search', [subject])
    await expect.poll(() => organic(userId)).toHaveLength(1)
  })
})

describe('a later link of an account', () => {
  test('by the same user sends no event twice, and none for the lead history', async () => {
    const userId = await newLinkedUser(service, search)
    await submitLater('search', 2)
    const before = await received(userId)
    await linkExistingUser(service, userId, search)
    await submitLater('search', 1)
    expect((await received(userId)).slice(0, before.length)).toEqual(before)
    expect(await organic(userId)).toHaveLength(3)
  })

  test('after a disconnect sends one event for each lead from in between, and none again for earlier leads', async () => {
    const userId = await newLinkedUser(service, search)
    await submitLater('search', 2)
    const before = await received(userId)
    await disconnect(userId)
    await pollTwice(service.app.leadRetention)
    await submitLead(sandbox, 'search', { count: 3, pushes: 0 })
    await advanceClocks(service, 2 * hourMs)
    await linkExistingUser(service, userId, search)
    await pollTwice(service.app.leadReader)
    const between = (await received(userId)).slice(before.length)
    const times = before.map(({ submittedAt }) => submittedAt)
    expect(between.filter(({ submittedAt }) => times.includes(submittedAt))).toEqual([])
    expect(await organic(userId)).toHaveLength(3)
    await submitLater('search', 1)
    expect(await organic(userId)).toHaveLength(4)
  })

  test('a week after a disconnect sends events for all leads of that week', async () => {
    const userId = await newLinkedUser(service, search)
    await pollTwice(service.app.leadReader)
    await disconnect(userId)
    for (let day = 0; day < 7; day++) {
      await submitLead(sandbox, 'search', { pushes: 0 })
      await advanceClocks(service, dayMs)
    }
    await linkExistingUser(service, userId, search)
    await pollTwice(service.app.leadReader)
    expect(await organic(userId)).toHaveLength(7)
  })

  test('by another user sends events for the lead history to neither user, and for later leads to both', async () => {
    const first = await newLinkedUser(service, search)
    await submitLater('search', 2)
    const before = await received(first)
    const second = await newLinkedUser(service, search)
    await pollTwice(service.app.leadReader)
    expect(await received(second)).toEqual([])
    expect(await received(first)).toEqual(before)
    await submitLater('search', 1)
    expect(await organic(first)).toHaveLength(3)
    expect(await organic(second)).toHaveLength(1)
  })

  test('by another user sends events for all leads since the first user disconnected', async () => {
    const first = await newLinkedUser(service, search)
    await submitLater('search', 2)
    await disconnect(first)
    await submitLead(sandbox, 'search', { count: 2, pushes: 0 })
    const second = await newLinkedUser(service, search)
    await submitLater('search', 1)
    expect(await organic(second)).toHaveLength(3)
  })

  test('after a link of another account sends one event for each lead from in between', async () => {
    const userId = await newLinkedUser(service, search)
    await submitLater('search', 2)
    await linkExistingUser(service, userId, { ...search, person: 'ben' })
    await pollTwice(service.app.leadReader)
    await submitLead(sandbox, 'search', { count: 2, pushes: 0 })
    await advanceClocks(service, hourMs)
    await linkExistingUser(service, userId, search)
    await pollTwice(service.app.leadReader)
    expect(await organic(userId)).toHaveLength(4)
    const sent = await received(userId)
    expect(new Set(sent.map(({ leadId }) => leadId)).size).toBe(sent.length)
  })

  test('in another workspace sends no events for earlier leads there', async () => {
    await newLinkedUser(service, search)
    await submitLater('search', 2)
    const other = await service.newWorkspace()
    const userId = await newLinkedUser(service, { ...search, apiKey: other.apiKey })
    await pollTwice(service.app.leadReader)
    const request = { types: ['lead.received' as const], userId }
    const { results } = await service.call('event/list_events', request, { apiKey: other.apiKey })
    expect(results.events).toEqual([])
  })
})

describe('a connection of an earlier release', () => {
  const earlier = { events_subject: '', linked_at: 0, events_from: 0, resume_from: 0 }
  const makeEarlier = (userId: string, change = {}) =>
    service.app.store.db
      .updateTable('lead_sources')
      .set({ ...earlier, ...change })
      .where('user_id', '=', userId)
      .execute()

  test('continues where reading stopped: it sends no event again, and one for every later lead', async () => {
    const userId = await newLinkedUser(service, search)
    await submitLater('search', 2)
    const before = await received(userId)
    await makeEarlier(userId)
    await submitLater('search', 1)
    expect((await received(userId)).slice(0, before.length)).toEqual(before)
    expect(await organic(userId)).toHaveLength(3)
  })

  test('without a first read sends events for leads since its link, and none for the lead history', async () => {
    const userId = await newLinkedUser(service, search)
    await makeEarlier(userId)
    await submitLater('search', 2)
    expect((await listAllLeads(service, userId)).leads.length).toBeGreaterThan(20)
    expect(await organic(userId)).toHaveLength(2)
    for (const { submittedAt } of await received(userId))
      expect(Date.parse(submittedAt)).toBeGreaterThan(service.clock.now() - 2 * hourMs)
  })

  test('with an account that a process of that release replaced sends no events for the lead history', async () => {
    const userId = await newLinkedUser(service, { ...search, person: 'ben' })
    await pollTwice(service.app.leadReader)
    const { events_subject, linked_at, events_from } = await sourceOf(userId)
    await linkExistingUser(service, userId, search)
    await makeEarlier(userId, { events_subject, linked_at, events_from })
    await submitLater('search', 1)
    expect(await organic(userId)).toHaveLength(1)
  })
})

test('a cursor of events stays valid when adrail reads leads without events 31 days later', async () => {
  await newLinkedUser(service, search)
  const { resume } = (await service.call('event/list_events', {})).results
  service.clock.advance(31 * dayMs)
  await pollTwice(service.app.pruning)
  await pollTwice(service.app.leadReader)
  const later = await service.call('event/list_events', { pagination: resume })
  expectSuccess('event/list_events', later)
  const { results } = await service.call('event/list_events', { pagination: later.results.resume })
  expect(results.events).toEqual([])
})

describe('the workspace setting historyEvents', () => {
  test('sends events for the lead history of accounts that are linked while it is on', async () => {
    const settings = async (historyEvents: boolean) =>
      expectSuccess(
        'workspace/update_settings',
        await service.call('workspace/update_settings', { leads: { historyEvents } }),
      )
    expect((await settings(true)).leads).toEqual({ historyEvents: true })
    const userId = await newLinkedUser(service, search)
    const { leads } = await listAllLeads(service, userId)
    const ids = (sent: { leadId: string }[]) => sent.map(({ leadId }) => leadId)
    expect(ids(await received(userId))).toEqual(leads.map(({ leadId }) => leadId))
    expect((await service.call('workspace/get_settings', {})).results.leads).toEqual({ historyEvents: true })
    await settings(false)
    const other = await newLinkedUser(service, { platform: 'PROFESSIONAL' })
    await pollTwice(service.app.leadReader)
    expect(await received(other)).toEqual([])
  })
})
