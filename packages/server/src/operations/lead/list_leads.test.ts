import type { Platform } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { createConsoleClient } from '../../../testing/consoleSession.ts'
import { testOperationCosts } from '../../../testing/costs.ts'
import { listAllLeads, submitLead } from '../../../testing/leads.ts'
import { linkExistingUser, newLinkedUser } from '../../../testing/linked.ts'
import { advanceClocks } from '../../../testing/linking.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'
import { newUser } from '../../../testing/users.ts'
import { hourMs } from '../../runtime/durations.ts'

const environment = { LEADS: 'on' }
const service = useService({ environment })
const sandbox = createSandboxAdmin(service)

describe('lead/list_leads', () => {
  test('returns the leads of all platforms once each, and later leads at the end [R4.add.lead-list_leads]', async () => {
    const userId = await newLinkedUser(service)
    await linkExistingUser(service, userId, { platform: 'SEARCH' })
    await linkExistingUser(service, userId, { platform: 'PROFESSIONAL' })
    const before = await listAllLeads(service, userId)
    expect(new Set(before.leads.map(({ platform }) => platform))).toEqual(
      new Set(['social', 'search', 'pro']),
    )
    for (const platform of ['social', 'search', 'pro'] as const)
      await submitLead(sandbox, platform, { count: 3 })
    await advanceClocks(service, 2 * hourMs)
    const { resume } = before.results
    const { leads: later } = await listAllLeads(service, userId, { pagination: resume })
    const organic = later.filter(({ adId }) => adId === '')
    const counts = (['social', 'search', 'pro'] as const).map(
      (platform) => organic.filter((lead) => lead.platform === platform).length,
    )
    expect(counts).toEqual([3, 3, 3])
    const all = await listAllLeads(service, userId)
    expect(all.leads).toEqual([...before.leads, ...later])
    expect(new Set(all.leads.map(({ leadId }) => leadId)).size).toBe(all.leads.length)
  })

  test('returns the webhook of Google Ads lead forms only to a key with the scope admin, and not in the console', async () => {
    const userId = await newLinkedUser(service, { platform: 'SEARCH' })
    const sourcesFor = async (apiKey: string) =>
      (await listAllLeads(service, userId, {}, apiKey)).results.sources
    expect((await sourcesFor(service.apiKey)).search?.webhook).toEqual({
      url: expect.stringMatching(/\/hooks\/search\/lds_\w+\.[\w-]{43}$/),
      key: expect.stringMatching(/^[\w-]{32}$/),
    })
    const { text } = await service.newKey({ scopes: ['leads'] })
    expect((await sourcesFor(text)).search).toEqual({ asOf: expect.any(String), problem: '', error: '' })
    const { signIn, call } = createConsoleClient(service)
    const inConsole = await call(await signIn(), 'lead/list_leads', { userId })
    expect(inConsole.results.sources.search).toEqual({ asOf: expect.any(String), problem: '', error: '' })
  })

  test('returns each answer with its field name and question, and the form, campaign and ad of the lead [R4.add.lead-list_leads.results]', async () => {
    const userId = await newLinkedUser(service, { platform: 'PROFESSIONAL' })
    const { leads, results } = await listAllLeads(service, userId)
    const asOf = new Date(service.clock.now()).toISOString()
    expect(results).toMatchObject({ sources: { pro: { asOf, problem: '' } }, pagination: { previous: '' } })
    expect(leads[0]).toEqual({
      leadId: expect.stringMatching(/^led_/),
      platform: 'pro',
      accountId: '512345678',
      formId: '8100101',
      formName: 'Trade account request',
      // LinkedIn calls a campaign of adrail a campaign group.
      campaignId: expect.stringMatching(/^6401180/),
      adGroupId: expect.stringMatching(/^361084/),
      adId: expect.stringMatching(/^\d+$/),
      submittedAt: expect.stringMatching(/^202\d-.*Z$/),
      receivedAt: asOf,
      isTest: false,
      isErased: false,
      problem: '',
      clickId: '',
      fields: [
        expect.objectContaining({ name: 'FIRST_NAME', label: 'First name' }),
        expect.objectContaining({ name: 'LAST_NAME' }),
        {
          name: 'EMAIL',
          label: 'Email address',
          value: expect.stringContaining('@'),
          values: [expect.any(String)],
        },
        expect.objectContaining({ name: 'COMPANY' }),
        {
          name: 'Amount',
          label: 'How many plants do you need?',
          value: expect.stringMatching(/100/),
          values: [expect.stringMatching(/100/)],
        },
      ],
      consents: [{ id: '1', accepted: true }],
    })
  })

  test('returns tracking parameters of a Meta form with a name and an empty label', async () => {
    const userId = await newLinkedUser(service, { accountId: '1001200300401', pageId: '104500000000002' })
    const { leads } = await listAllLeads(service, userId, { platform: 'social' })
    const [lead] = leads
    expect(lead?.fields.filter(({ name }) => name.startsWith('utm_'))).toEqual([
      { name: 'utm_source', label: '', value: 'feed', values: ['feed'] },
      { name: 'utm_campaign', label: '', value: 'garden', values: ['garden'] },
    ])
    expect(lead?.fields.find(({ name }) => name === 'EMAIL')?.label).not.toBe('')
  })

  test('filters leads by platform, form or campaign', async () => {
    const userId = await newLinkedUser(service)
    await linkExistingUser(service, userId, { platform: 'SEARCH' })
    const { leads } = await listAllLeads(service, userId)
    const ofPlatform = (platform: Platform) => leads.filter((lead) => lead.platform === platform)
    expect((await listAllLeads(service, userId, { platform: 'social' })).leads).toEqual(ofPlatform('social'))
    const [{ formId, campaignId } = { formId: '', campaignId: '' }] = ofPlatform('search')
    expect((await listAllLeads(service, userId, { formId })).leads).toEqual(ofPlatform('search'))
    expect((await listAllLeads(service, userId, { campaignId })).leads).toEqual(
      leads.filter((lead) => lead.campaignId === campaignId),
    )
    expect((await listAllLeads(service, userId, { formId: '1' })).leads).toEqual([])
  })

  test('returns leads from newest to oldest with newestFirst, and a resume cursor for leads that arrive later', async () => {
    const userId = await newLinkedUser(service, { platform: 'PROFESSIONAL' })
    await linkExistingUser(service, userId, { platform: 'SEARCH' })
    const arrived = (await listAllLeads(service, userId)).leads
    const newest = await listAllLeads(service, userId, { newestFirst: true })
    const time = ({ submittedAt }: { submittedAt: string }) => submittedAt
    expect(newest.leads.map(time)).toEqual(arrived.map(time).toSorted().toReversed())
    expect(newest.leads.length).toBeGreaterThan(100)
    expect(new Set(newest.leads.map(({ leadId }) => leadId)).size).toBe(arrived.length)
    const ofForm = await listAllLeads(service, userId, { newestFirst: true, formId: '88001122' })
    expect(ofForm.leads).toEqual(newest.leads.filter(({ formId }) => formId === '88001122'))

    await submitLead(sandbox, 'search', { count: 2, pushes: 0 })
    await advanceClocks(service, hourMs)
    const { leads: later } = await listAllLeads(service, userId, { pagination: newest.results.resume })
    expect(later.filter(({ adId }) => adId === '')).toHaveLength(2)
    expect((await listAllLeads(service, userId)).leads).toEqual([...arrived, ...later])
    const first = await service.call('lead/list_leads', { userId, newestFirst: true })
    for (const body of [
      { pagination: first.results.pagination.next },
      { pagination: first.results.resume, newestFirst: true },
    ])
      expect(await service.call('lead/list_leads', { userId, ...body })).toMatchObject({
        results: { code: 'INVALID_CURSOR' },
      })
  })

  test('reads checkboxes of a Meta disclaimer that come as true or as text', async () => {
    const userId = await newLinkedUser(service)
    const disclaimers = { news: true, partners: true, calls: false, post: false }
    await submitLead(sandbox, 'social', { disclaimers })
    const { leads } = await listAllLeads(service, userId, { platform: 'social' })
    expect(leads.find(({ consents }) => consents.length > 0)?.consents).toEqual([
      { id: 'news', accepted: true },
      { id: 'partners', accepted: true },
      { id: 'calls', accepted: false },
      { id: 'post', accepted: false },
    ])
  })

  test('marks a lead as a test lead when the platform does', async () => {
    const userId = await newLinkedUser(service, { platform: 'PROFESSIONAL' })
    const { results } = await listAllLeads(service, userId)
    await submitLead(sandbox, 'pro', { test: true })
    await advanceClocks(service, hourMs)
    const { leads } = await listAllLeads(service, userId, { pagination: results.resume })
    expect(leads.filter(({ isTest }) => isTest)).toHaveLength(1)
  })

  test('reports why a platform cannot be read, and reads the other platforms', async () => {
    const userId = await newLinkedUser(service, { person: 'ben' })
    await linkExistingUser(service, userId, { platform: 'SEARCH', person: 'ben' })
    await sandbox.simulate('revoke', { person: 'ben', platform: 'social' })
    const { results } = await listAllLeads(service, userId)
    expect(results.sources).toMatchObject({
      social: { asOf: '', problem: 'ACCOUNT_RELINK_REQUIRED' },
      search: { problem: '' },
    })
    await linkExistingUser(service, userId, { person: 'ben' })
    expect((await listAllLeads(service, userId)).results.sources.social).toMatchObject({ problem: '' })
  })

  test('returns no leads and no sources for a user without linked accounts', async () => {
    const { leads, results } = await listAllLeads(service, await newUser(service))
    expect({ leads, sources: results.sources }).toEqual({ leads: [], sources: {} })
  })
})

testOperationCosts('lead/list_leads', { store: 7, upstream: 0 }, (own) => linkedBody(own), { environment })

async function linkedBody(own: typeof service) {
  return { userId: await newLinkedUser(own) }
}
