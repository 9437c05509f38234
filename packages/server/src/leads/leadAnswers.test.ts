// With LEADS_KEPT_DAYS=0, adrail does not store answers and requests them from the platform, which can fail.

import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { listAllLeads } from '../../testing/leads.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

// Each test has its own service, because repeated failures open the circuit breaker for a while.
const service = useService({ environment: { LEADS: 'on', LEADS_KEPT_DAYS: '0' } }, 'test')
const sandbox = createSandboxAdmin(service, 'search')
const search = { platform: 'SEARCH' } as const

describe('lead answers that only the platform stores', () => {
  test.each([
    ['a failure of the platform', { kind: 'status', status: 503, times: 4 }, 'UPSTREAM_ERROR'],
    ['a cut connection', { kind: 'reset', times: 4 }, 'UPSTREAM_UNAVAILABLE'],
    ['a malformed response', { kind: 'garbage', times: 4 }, 'UPSTREAM_BAD_RESPONSE'],
    ['a rate limit', { kind: 'rate_limit', retryAfterSeconds: 3, times: 4 }, 'UPSTREAM_RATE_LIMITED'],
    [
      'a request that the platform rejects',
      { kind: 'status', status: 400, code: 'queryError.UNRECOGNIZED_FIELD' },
      'INTERNAL',
    ],
  ] as const)(
    'are not reported as erased after %s: lead/list_leads fails, and a retry returns them',
    async (_, trouble, code) => {
      const userId = await newLinkedUser(service, search)
      const { leads } = await listAllLeads(service, userId)
      expect(leads.filter(({ fields }) => fields.length === 0)).toEqual([])
      await sandbox.injectFault({ call: 'googleAds:search', ...trouble })
      expectRefusal(await service.call('lead/list_leads', { userId }), code)
      expect(await sandbox.listUnusedFaults()).toEqual([])
      expect((await listAllLeads(service, userId)).leads).toEqual(leads)
    },
  )

  test('are not reported as erased by lead/get_lead after a malformed response, and a retry returns them', async () => {
    const userId = await newLinkedUser(service, search)
    const [lead] = (await listAllLeads(service, userId)).leads
    const request = { userId, leadId: lead?.leadId ?? '' }
    await sandbox.injectFault({ call: 'googleAds:search', kind: 'garbage', times: 4 })
    expectRefusal(await service.call('lead/get_lead', request), 'UPSTREAM_BAD_RESPONSE')
    expect((await service.call('lead/get_lead', request)).results.lead).toEqual(lead)
  })

  test('are reported as unavailable until the account is relinked, while answers of other platforms are returned', async () => {
    const userId = await newLinkedUser(service)
    await linkExistingUser(service, userId, search)
    const { leads: before } = await listAllLeads(service, userId)
    await sandbox.simulate('revoke', { person: 'ada', platform: 'social' })
    const { leads } = await listAllLeads(service, userId)
    const social = leads.filter(({ platform }) => platform === 'social')
    expect(social.length).toBeGreaterThan(0)
    for (const lead of social)
      expect(lead).toMatchObject({ isErased: false, problem: 'ACCOUNT_RELINK_REQUIRED', fields: [] })
    const others = (all: typeof leads) => all.filter(({ platform }) => platform !== 'social')
    expect(others(leads)).toEqual(others(before))
    await linkExistingUser(service, userId)
    expect((await listAllLeads(service, userId)).leads).toEqual(before)
  })

  test('are reported as unavailable without a platform request while another account is linked', async () => {
    const userId = await newLinkedUser(service, search)
    const { leads: before } = await listAllLeads(service, userId)
    await linkExistingUser(service, userId, { ...search, person: 'ben' })
    const { leads } = await listAllLeads(service, userId)
    for (const lead of leads.slice(0, before.length))
      expect(lead).toMatchObject({ isErased: false, problem: 'ACCOUNT_NOT_LINKED', fields: [] })
    await sandbox.clearRequests()
    await service.call('lead/get_lead', { userId, leadId: before[0]?.leadId ?? '' })
    expect(await sandbox.requests()).toEqual([])
    await linkExistingUser(service, userId, search)
    expect((await listAllLeads(service, userId)).leads.slice(0, before.length)).toEqual(before)
  })
})
