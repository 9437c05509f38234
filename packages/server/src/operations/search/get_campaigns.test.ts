import { beforeAll, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { addCampaigns, newSearchUser } from '../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
beforeAll(() => addCampaigns(service, 205))

test('search/get_campaigns lists campaigns newest first, with budgets in the currency of the account [R4.add.search-get_campaigns, R4.add.search-get_campaigns.results]', async () => {
  const userId = await newSearchUser(service)
  const response = await service.call('search/get_campaigns', { userId })
  const { campaigns, pagination } = expectSuccess('search/get_campaigns', response)
  expect(
    campaigns.map(({ name, status, dailyBudget, currencyCode }) => [name, status, dailyBudget, currencyCode]),
  ).toEqual([
    ['Holiday wreaths', 'ACTIVE', '22.00', 'USD'],
    ['Fox Garden Shop brand', 'ACTIVE', '6.00', 'USD'],
    ['Garden design leads', 'ACTIVE', '40.00', 'USD'],
    ['Spring plants', 'PAUSED', '18.00', 'USD'],
    ['Garden chairs New York', 'ACTIVE', '32.00', 'USD'],
  ])
  expect(campaigns[0]).toMatchObject({
    resourceName: `customers/4823109756/campaigns/${campaigns[0]?.id}`,
    startDate: '2025-12-26',
    endDate: '2026-02-14',
  })
  expect(campaigns[1]?.endDate).toBe('')
  expect(pagination).toEqual({ next: '', previous: '' })
})

test('search/get_campaigns lists only campaigns of the requested status, and no deleted campaigns by default', async () => {
  const userId = await newSearchUser(service, { person: 'ben', accountId: '' })
  const make = async (name: string, status: 'ENABLED' | 'PAUSED') => {
    const response = await service.call('search/create_search_campaign', {
      ...minimalSearchCampaign(userId, name),
      status,
    })
    return (
      expectSuccess('search/create_search_campaign', response).campaignResourceName.split('/').at(-1) ?? ''
    )
  }
  await make('Running', 'ENABLED')
  await make('Resting', 'PAUSED')
  const campaignId = await make('Gone', 'PAUSED')
  await service.call('search/update_campaign_status', { userId, campaignId, status: 'DELETED' })
  const named = async (status?: 'ACTIVE' | 'PAUSED' | 'DELETED') => {
    const { results } = await service.call('search/get_campaigns', { userId, ...(status ? { status } : {}) })
    const createdCampaigns = results.campaigns.filter(({ name }) =>
      ['Running', 'Resting', 'Gone'].includes(name),
    )
    return createdCampaigns.map(({ name, status }) => `${name} ${status}`)
  }
  expect(await named('ACTIVE')).toEqual(['Running ACTIVE'])
  expect(await named('PAUSED')).toEqual(['Resting PAUSED'])
  expect(await named('DELETED')).toEqual(['Gone DELETED'])
  expect(await named()).toEqual(['Resting PAUSED', 'Running ACTIVE'])
})

test('search/get_campaigns returns budgets in yen without decimals', async () => {
  const userId = await newSearchUser(service, { person: 'yuki', accountId: '5570001001' })
  const { results } = await service.call('search/get_campaigns', { userId })
  expect(results.campaigns.map(({ dailyBudget, currencyCode }) => [dailyBudget, currencyCode])).toEqual([
    ['2000', 'JPY'],
  ])
})

test('search/get_campaigns pages through many campaigns to the end and back', async () => {
  const userId = await newSearchUser(service, { accountId: '4823109764' })
  const names: string[] = []
  let pagination = ''
  const cursors: string[] = []
  do {
    const response = await service.call('search/get_campaigns', { userId, pagination })
    const results = expectSuccess('search/get_campaigns', response)
    names.push(...results.campaigns.map(({ name }) => name))
    cursors.push(results.pagination.previous)
    pagination = results.pagination.next
  } while (pagination !== '')
  expect(new Set(names).size).toBe(206)
  expect(names).toHaveLength(206)
  expect(cursors).toHaveLength(3)
  expect(cursors[0]).toBe('')
  const back = await service.call('search/get_campaigns', { userId, pagination: cursors[2] ?? '' })
  expect(back.results.campaigns.map(({ name }) => name)).toEqual(names.slice(100, 200))
  const first = await service.call('search/get_campaigns', {
    userId,
    pagination: back.results.pagination.previous,
  })
  expect(first.results.campaigns.map(({ name }) => name)).toEqual(names.slice(0, 100))
  expect(first.results.pagination.previous).toBe('')
  expect(first.results.pagination.next).not.toBe('')
})

test("search/get_campaigns returns INVALID_CURSOR for another user's cursor", async () => {
  const userId = await newSearchUser(service, { accountId: '4823109764' })
  const { results } = await service.call('search/get_campaigns', { userId })
  const pagination = results.pagination.next
  expect(pagination).not.toBe('')
  const other = await newSearchUser(service)
  const response = await service.call('search/get_campaigns', { userId: other, pagination })
  expectRefusal(response, 'INVALID_CURSOR', { field: 'pagination' })
})

testOperationCosts('search/get_campaigns', { store: 0, upstream: 1 })
